/// Where a sample belongs in its run.
struct SamplePlace {
  var pass: MeasuringPass
  var phase: SamplePhase
  var round: Int
  var order: Int
}

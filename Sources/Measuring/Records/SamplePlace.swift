/// The position of a sample in its run.
struct SamplePlace {
  var pass: MeasuringPass
  var phase: SamplePhase
  var round: Int
  var order: Int
}

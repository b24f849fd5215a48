import Foundation
import Testing

@testable import Benchmarking

@Suite("An examination in text and JSON")
struct ExaminationTextTests {
  @Test("A machine without a fault has a line for each topic, and no warnings")
  func aPerfectMachineLooksLikeThis() {
    #expect(
      MachineFixtures.perfect.text() == #"""
        Fast 9000; 16 cores; Debian 12; Swift 6.3, release build; jemalloc 5.3.0

        ok       build              This is a release build, by Swift 6.3.
        ok       allocator          Memory comes from jemalloc 5.3.0, which counts allocations.
        ok       cores              There are 16 logical cores.
        ok       CPU quota          The process's CPU time is not limited.
        ok       virtual machine    This is no virtual machine.
        ok       load               The machine is quiet: the load average is 0.25 on 16 logical cores.
        ok       stolen time        The host takes little of this machine's time: 0% of the time in which
                                    there was something to run just now, 0% since it started.
        ok       governor           The cores' clock rate is governed by `performance`.
        ok       turbo              Turbo is off.
        ok       throttling         No core was slowed down because of heat.
        ok       clock              The clock moves in steps of 21ns, and is read from `tsc`.
        ok       memory             80% of memory is available, and no swap is in use.
        ok       address layout     Addresses are random, so that a comparison's processes average over
                                    them.
        ok       hardware counters  The processor's counters are there and may be read.
        ok       callgrind          Found as `/usr/bin/valgrind`.
        ok       sampling           Found as `/usr/bin/perf`.
        ok       git                Found as `/usr/bin/git`.
        ok       swift              Found as `/usr/bin/swift`.

        No warnings and no notes.

        """#)
  }

  @Test("A machine with every fault has a remedy for each, the worst first")
  func aTerribleMachineLooksLikeThis() {
    #expect(
      MachineFixtures.terrible.text() == #"""
        Slow\u{1B}[31m; 1 core; Swift 6.3, debug build

        warning  build              This is a debug build, which measures checks and unoptimised code.
                                    -> Build with `swift build -c release`.
        warning  cores              There is 1 logical core: whatever else runs is in the way of what is
                                    measured.
                                    -> Measure with 1 thread, and trust CPU time before wall time.
        warning  CPU quota          The process may use as much CPU time as 0.5 cores give, and is stopped
                                    when it has.
                                    -> Raise the container's CPU limit.
        warning  load               The machine is busy: the load average is 3.14 on 1 logical core.
                                    -> Stop other programs, or wait a minute if one has just ended, and run
                                       again.
        warning  stolen time        The host took this machine's time for other guests: 20% of the time in
                                    which there was something to run just now, 10% since it started.
                                    -> Trust CPU time before wall time, and measure when the host is
                                       quieter.
        warning  governor           The cores' clock rate is governed by `ondemand` and may change while
                                    measuring.
                                    -> Run `sudo cpupower frequency-set -g performance`.
        warning  throttling         Cores are being slowed down because of heat.
                                    -> Cool the machine, or switch turbo off, so that it does not get as
                                       hot.
        warning  clock              The clock moves in steps of 4ms, and is read from `hpet`. Reading it is
                                    slow.
                                    -> Find out with `dmesg | grep -i clocksource` why the kernel does not
                                       use the processor's counter.
        warning  memory             5% of memory is available, and 9 MiB of swap are in use.
                                    -> Stop programs that hold much memory.
        warning  address layout     Addresses are the same in every process, so that a lucky one looks like
                                    a faster program.
                                    -> Run `sudo sysctl kernel.randomize_va_space=2`.
        note     allocator          Allocations are not counted: memory does not come from jemalloc.
                                    -> Install jemalloc (libjemalloc-dev, or jemalloc of Homebrew), and
                                       build again.
        note     virtual machine    This is a virtual machine, which shares its cores with others.
                                    -> Compare only what was measured in one run, and look at `steal_ticks`.
        note     turbo              Turbo is on: the clock rate falls as cores grow warm and as more of them
                                    work.
                                    -> Run `echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost` while
                                       small changes or speed-ups are measured.
        note     hardware counters  The processor's counters are not there, as on most virtual machines.
                                    -> Count instructions under callgrind instead.
        note     callgrind          There is no valgrind, so that instructions cannot be counted.
                                    -> Install valgrind where there is one for this system:
                                       scripts/install-profilers.
        note     sampling           There is no perf, so that profiles have no times.
                                    -> Install it: scripts/install-profilers.
        note     git                There is no git: runs do not say which revision they are of, and none
                                    can be compared.
                                    -> Install git.
        note     swift              There is no swift, so that revisions to compare cannot be built.
                                    -> Install Swift, or put the folder of its programs into PATH.

        10 warnings and 8 notes.

        """#)
  }

  @Test("Topics that a machine does not tell of are named at the end")
  func aMachineThatTellsNothingLooksLikeThis() {
    #expect(
      MachineFixtures.silent.text() == #"""
        Swift 6.3, release build; jemalloc 5.3.0

        ok       build      This is a release build, by Swift 6.3.
        ok       allocator  Memory comes from jemalloc 5.3.0, which counts allocations.
        ok       clock      The clock moves in steps of 21ns.

        No warnings and no notes. Not told by this machine: cores, CPU quota, virtual machine, load, stolen
        time, governor, turbo, throttling, memory, address layout, hardware counters, callgrind, sampling,
        git, swift.

        """#)
  }

  @Test("Another operating system shows the topics that it has")
  func anotherSystemLooksLikeThis() {
    #expect(
      MachineFixtures.macLike.text() == #"""
        Apple M2; 8 cores; macOS 15.1; Swift 6.3, release build; jemalloc 5.3.0

        note     callgrind        There is no valgrind, so that instructions cannot be counted.
                                  -> Install valgrind where there is one for this system:
                                     scripts/install-profilers.
        ok       build            This is a release build, by Swift 6.3.
        ok       allocator        Memory comes from jemalloc 5.3.0, which counts allocations.
        ok       cores            There are 8 logical cores.
        ok       virtual machine  This is no virtual machine.
        ok       load             The machine is quiet: the load average is 1.5 on 8 logical cores.
        ok       clock            The clock moves in steps of 42ns.
        ok       git              Found as `/usr/bin/git`.
        ok       swift            Found as `/usr/bin/swift`.

        No warnings and 1 note. Not told by this machine: CPU quota, stolen time, governor, turbo,
        throttling, memory, address layout, hardware counters, sampling.

        """#)
  }

  @Test("The severity alone is coloured, and nothing else changes")
  func theNameOfTheSeverityHasAColour() {
    for examination in [MachineFixtures.perfect, MachineFixtures.terrible] {
      let coloured = examination.text(style: .ansi)
      #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == examination.text())
      for finding in examination.findings {
        let colour = [MachineFinding.Severity.ok: 32, .note: 33, .warning: 31][finding.severity] ?? 0
        #expect(coloured.contains("\u{1B}[\(colour)m\(finding.severity.rawValue)\u{1B}[0m"))
      }
    }
  }

  @Test("Lines are broken between words, and hold no more than their width", arguments: [1, 40, 60, 200])
  func linesAreBrokenBetweenWords(width: Int) {
    let text = MachineFixtures.terrible.text(width: width)
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(text) == words(MachineFixtures.terrible.text()))
    if width >= 60 {
      // The first line is the machine's own, and a path may be longer than a line.
      let long = text.split(separator: "\n").dropFirst().filter { $0.count > width && !$0.contains("/sys") }
      #expect(long.isEmpty, "\(long)")
    }
  }

  @Test("The JSON has a topic, a severity and what was found, with a remedy if something is wrong")
  func theJSONLooksLikeThis() throws {
    #expect(
      String(decoding: try MachineFixtures.silent.json(), as: UTF8.self) == #"""
        {
          "build" : {
            "allocator" : "jemalloc 5.3.0",
            "configuration" : "release",
            "swiftVersion" : "6.3"
          },
          "clockResolutionNanoseconds" : 21,
          "findings" : [
            {
              "found" : "This is a release build, by Swift 6.3.",
              "severity" : "ok",
              "topic" : "build"
            },
            {
              "found" : "Memory comes from jemalloc 5.3.0, which counts allocations.",
              "severity" : "ok",
              "topic" : "allocator"
            },
            {
              "found" : "The clock moves in steps of 21ns.",
              "severity" : "ok",
              "topic" : "clock"
            }
          ],
          "machine" : {

          },
          "notTold" : [
            "cores",
            "processorQuota",
            "virtualMachine",
            "load",
            "stolenTime",
            "governor",
            "turbo",
            "throttling",
            "memory",
            "addressLayout",
            "hardwareCounters",
            "callgrind",
            "sampling",
            "git",
            "swift"
          ],
          "schema" : 1
        }

        """#)
    let json = try #require(
      JSONSerialization.jsonObject(with: MachineFixtures.terrible.json()) as? [String: Any]
    )
    let findings = try #require(json["findings"] as? [[String: String]])
    #expect(findings.count == MachineFinding.Topic.allCases.count)
    #expect(findings.allSatisfy { $0.keys.sorted() == ["found", "remedy", "severity", "topic"] })
  }
}

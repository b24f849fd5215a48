import Testing

@testable import Benchmarking

@Suite("A comparison in Markdown")
struct ComparisonMarkdownTests {
  @Test("A slower cell, a faster one, counts that changed and cells that did not look like this")
  func oneOfEachLooksLikeThis() {
    #expect(
      ComparisonFixtures.mixed.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: slower in 1 of 3 cells, counts up in 1, faster in 1, counts down in 1

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - `spec.cold feed(1000)` is 2.1% slower (1.8% to 2.4%) and takes 2.0% more CPU time (1.7% to 2.3%), confirmed by a second set of pairs.
        - `spec.cold feed(1000)`: 3 allocations a tree more: 0 -> 3; 96 bytes allocated a tree more: 0 -> 96; 1.5% more instructions a tree: 200,000 -> 203,000.
        - `manual doc.json` is 10.0% faster (9.7% to 10.3%), confirmed by a second set of pairs.
        - `manual doc.json`: 20.0% less peak memory: 5,000,000 -> 4,000,000 bytes.
        - No change of time seen in 1 of 3 cells; the smallest slowdown that would have been seen is 1.4%.
        - Allocations, bytes allocated: equal in 1 of 3 cells.
        - Instructions: within 0.01% in 1 of 3 cells.

        | workload | subject | threads | metric | base | candidate | change | 99% interval | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element | 100 | 102 | +2.1% slower | +1.8% to +2.4% | slower, confirmed |
        | `feed(1000)` | `spec.cold` | 1 | CPU ns/element | 100 | 102 | +2.0% slower | +1.7% to +2.3% | slower, confirmed |
        | `feed(1000)` | `spec.cold` | 1 | allocations/tree | 0 | 3 | +3 more |  | more |
        | `feed(1000)` | `spec.cold` | 1 | bytes/tree | 0 | 96 | +96 more |  | more |
        | `feed(1000)` | `spec.cold` | 1 | instructions/tree | 200,000 | 203,000 | +1.5% more |  | more |
        | `doc.json` | `manual` | 1 | wall ns/tree | 1,234 | 1,111 | -10.0% faster | -10.3% to -9.7% | faster, confirmed |
        | `doc.json` | `manual` | 1 | peak bytes | 5,000,000 | 4,000,000 | -20.0% less |  | less |

        <details><summary>All figures</summary>

        | workload | subject | threads | metric | base | candidate | change | 99% interval | would see | null | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | ---: | ---: | --- |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element | 100 | 102 | +2.1% slower | +1.8% to +2.4% | 0.9% | +0.1% | slower, confirmed |
        | `feed(1000)` | `spec.cold` | 1 | CPU ns/element | 100 | 102 | +2.0% slower | +1.7% to +2.3% | 0.9% | +0.1% | slower, confirmed |
        | `feed(1000)` | `spec.cold` | 1 | allocations/tree | 0 | 3 | +3 more |  |  |  | more |
        | `feed(1000)` | `spec.cold` | 1 | bytes/tree | 0 | 96 | +96 more |  |  |  | more |
        | `feed(1000)` | `spec.cold` | 1 | instructions/tree | 200,000 | 203,000 | +1.5% more |  |  |  | more |
        | `wide(10)` | `spec.cold` | 1 | wall ns/element | 10,000 | 10,000 | 0% | -0.3% to +0.3% | 1.4% | +0.1% | same |
        | `wide(10)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,000 | 0% | -0.3% to +0.3% |  |  | same |
        | `wide(10)` | `spec.cold` | 1 | allocations/tree | 7 | 7 | 0% |  |  |  | same |
        | `wide(10)` | `spec.cold` | 1 | bytes/tree | 64 | 64 | 0% |  |  |  | same |
        | `wide(10)` | `spec.cold` | 1 | instructions/tree | 90,000 | 90,005 | +0.01% |  |  |  | same |
        | `doc.json` | `manual` | 1 | wall ns/tree | 1,234 | 1,111 | -10.0% faster | -10.3% to -9.7% | 0.9% | +0.1% | faster, confirmed |
        | `doc.json` | `manual` | 1 | peak bytes | 5,000,000 | 4,000,000 | -20.0% less |  |  |  | less |

        - change: from the base to the candidate
        - interval: where the change lies
        - would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        - null: what a second copy of the base came to

        Run `20261121T052013Z-quick-3f9a`; 40 pairs of processes a cell, 2 min 3 s; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("Names with pipes, quotes, tags and control characters cannot break the page")
  func oddNamesLookLikeThis() {
    #expect(
      ComparisonFixtures.odd.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: slower in the one cell, counts down in 1, failed in 1

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - ``a|b`c 日本\n,"x" \u{1B}[31m é_*<b>`` is 50.0% slower (49.7% to 50.3%), confirmed by a second set of pairs.
        - ``a|b`c 日本\n,"x" \u{1B}[31m é_*<b>``: 1 allocation a tree fewer: 2 -> 1.
        - Failed: ``a|b`c 日本\n,"x" \u{1B}[31m é_*<b>``: Said "no" \| `twice_over`,\\nthen &lt;b\>\*died\*.

        | workload | subject | threads | metric | base | candidate | change | 99% interval | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |
        | `日本\n,"x" \u{1B}[31m é_*<b>` | ``a\|b`c`` | 1 | wall ns/element | 100 | 150 | +50.0% slower | +49.7% to +50.3% | slower, confirmed |
        | `日本\n,"x" \u{1B}[31m é_*<b>` | ``a\|b`c`` | 1 | allocations/tree | 2 | 1 | -50.0% fewer |  | fewer |

        <details><summary>All figures</summary>

        | workload | subject | threads | metric | base | candidate | change | 99% interval | would see | null | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | ---: | ---: | --- |
        | `日本\n,"x" \u{1B}[31m é_*<b>` | ``a\|b`c`` | 1 | wall ns/element | 100 | 150 | +50.0% slower | +49.7% to +50.3% | 0.9% | +0.1% | slower, confirmed |
        | `日本\n,"x" \u{1B}[31m é_*<b>` | ``a\|b`c`` | 1 | allocations/tree | 2 | 1 | -50.0% fewer |  |  |  | fewer |

        - change: from the base to the candidate
        - interval: where the change lies
        - would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        - null: what a second copy of the base came to

        - Warning: Hot\_ish. See `steal_ticks`.

        Run `20261121T052013Z-quick-3f9a`; 40 pairs of processes a cell; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("What cannot be told is listed with the reason and what to do")
  func whatCannotBeToldLooksLikeThis() {
    #expect(
      ComparisonFixtures.doubtful.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: slower, not confirmed, in 1 of 2 cells, cannot tell in 2

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - Slower, not confirmed: the wall time of `spec.cold feed(1000)` on 1 thread: the change is +2.8% to +3.4% after 40 pairs of processes; a second copy of the base came to +0.1% (-0.2% to +0.4%). A first set of pairs was slower, and a second did not confirm it.
        - Cannot tell the wall time of `spec.cold feed(1000)` on 2 threads: a second copy of the base is 1.2% slower than the base (0.9% to 1.5%).
        - Cannot tell the CPU time of `spec.cold feed(1000)` on 2 threads: a second copy of the base differs from the base.
        - Nothing is claimed where the machine tells a program from its copy. `layoutbench doctor` says what disturbs this machine; compare again when it is quiet.
        - Cannot tell the wall time of `spec.cold feed(1000)` on 1 thread: the change is -0.2% to +1.4% after 40 pairs of processes; a second copy of the base came to +0.1% (-0.7% to +0.9%).
        - A quieter machine may tell: see `layoutbench doctor`.
        - Cannot tell the allocations of `spec.cold feed(1000)` on 1 thread: 5 -> 5. Counts of the base differ from run to run.

        | workload | subject | threads | metric | base | candidate | change | 99% interval | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element | 100 | 101 | +0.6% | -0.2% to +1.4% | unresolved |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element | 100 | 103 | +3.1% | +2.8% to +3.4% | slower, not confirmed |
        | `feed(1000)` | `spec.cold` | 2 | wall ns/element | 100 | 100 | 0% | -0.3% to +0.3% | unfit |
        | `feed(1000)` | `spec.cold` | 2 | CPU ns/element | 100 | 100 | 0% | -0.3% to +0.3% | unfit |
        | `feed(1000)` | `spec.cold` | 1 | allocations/tree | 5 | 5 | 0% |  | unresolved |

        <details><summary>All figures</summary>

        | workload | subject | threads | metric | base | candidate | change | 99% interval | would see | null | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | ---: | ---: | --- |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element | 100 | 101 | +0.6% | -0.2% to +1.4% | 0.9% | +0.1% | unresolved |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element | 100 | 103 | +3.1% | +2.8% to +3.4% | 0.9% | +0.1% | slower, not confirmed |
        | `feed(1000)` | `spec.cold` | 2 | wall ns/element | 100 | 100 | 0% | -0.3% to +0.3% | 0.9% | +1.2% | unfit |
        | `feed(1000)` | `spec.cold` | 2 | CPU ns/element | 100 | 100 | 0% | -0.3% to +0.3% | 0.9% |  | unfit |
        | `feed(1000)` | `spec.cold` | 1 | allocations/tree | 5 | 5 | 0% |  |  |  | unresolved |

        - change: from the base to the candidate
        - interval: where the change lies
        - would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        - null: what a second copy of the base came to

        Run `20261121T052013Z-quick-3f9a`; 40 pairs of processes a cell, 2 min 3 s; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("Cells whose layouts differ are named with both checksums, and have no times")
  func otherLayoutsLookLikeThis() {
    #expect(
      ComparisonFixtures.otherLayouts.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: layouts differ in 1 of 2 cells

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - The layouts differ, so that times say nothing: `spec.cold feed(1000)`. The checksums are 1.5 and 2.5.
        - No change of time seen in 1 of 2 cells; the smallest slowdown that would have been seen is 0.9%.

        | workload | subject | threads | metric | base | candidate | change | interval | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element |  |  |  |  | layouts differ |

        <details><summary>All figures</summary>

        | workload | subject | threads | metric | base | candidate | change | 99% interval | would see | null | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | ---: | ---: | --- |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element |  |  |  |  |  |  | layouts differ |
        | `wide(10)` | `spec.cold` | 1 | wall ns/element | 100 | 100 | 0% | -0.3% to +0.3% | 0.9% | +0.1% | same |

        - change: from the base to the candidate
        - interval: where the change lies
        - would see: the smallest slowdown that would be seen in 95 of 100 such comparisons
        - null: what a second copy of the base came to

        Run `20261121T052013Z-quick-3f9a`; 40 pairs of processes a cell, 2 min 3 s; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("Times that were not measured in turns have no verdict, and the page says why")
  func timesThatWereNotInterleavedHaveNoVerdict() {
    #expect(
      ComparisonFixtures.notInterleaved.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: no verdict on times in the one cell

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - No verdict on times: the two were not measured in turns, and a change of the machine between them looks like a change of the code. `layoutbench compare BASE CANDIDATE` with two revisions measures them in turns.
        - Allocations: equal in the one cell.

        | workload | subject | threads | metric | base | candidate | change | interval | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element | 100 | 102 | +2.1% |  | none |

        <details><summary>All figures</summary>

        | workload | subject | threads | metric | base | candidate | change | interval | would see | null | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | ---: | ---: | --- |
        | `feed(1000)` | `spec.cold` | 1 | wall ns/element | 100 | 102 | +2.1% |  |  |  | none |
        | `feed(1000)` | `spec.cold` | 1 | allocations/tree | 3 | 3 | 0% |  |  |  | same |

        - change: from the base to the candidate

        Run `20261121T052013Z-quick-3f9a`; 2 min 3 s; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("A comparison of nothing says that nothing was compared")
  func anEmptyComparisonSaysSo() {
    #expect(
      ComparisonFixtures.empty.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: nothing was compared

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes


        <details><summary>All figures</summary>

        Run `20261121T052013Z-quick-3f9a`; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("A comparison that failed in every cell says each reason, and has no table")
  func onlyFailuresLookLikeThis() {
    #expect(
      ComparisonFixtures.allFailed.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: nothing could be compared

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - Failed: `spec.cold feed(1000)`: The worker ended with code 9.
        - Not compared: `naive feed(1000)`: The base does not know it.
        - Failed: `manual feed(1000)`: No reason was given.

        <details><summary>All figures</summary>

        Run `20261121T052013Z-quick-3f9a`; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("A code span holds backquotes, and line ends and pipes in a form that does not end it")
  func codeSpansHoldAnything() {
    #expect(MarkdownText.code("a") == "`a`")
    #expect(MarkdownText.code("") == "")
    #expect(MarkdownText.code("`") == "`` ` ``")
    #expect(MarkdownText.code("a``b`") == "``` a``b` ```")
    #expect(MarkdownText.code("a|b", inTable: true) == "`a\\|b`")
    #expect(MarkdownText.code("a|b") == "`a|b`")
    #expect(MarkdownText.code("a\nb\u{2028}") == "`a\\nb\\u{2028}`")
  }

  @Test("Prose is escaped so that nothing but whole code spans is markup")
  func proseIsNoMarkup() {
    #expect(MarkdownText.prose("a_b `c_d` <e> & [f](g)") == #"a\_b `c_d` &lt;e\> &amp; \[f\](g)"#)
    #expect(MarkdownText.prose("one ` alone_") == #"one \` alone\_"#)
    #expect(MarkdownText.prose("``") == "")
  }
}

import Testing

@testable import Benchmarking

@Suite("A comparison in Markdown")
struct ComparisonMarkdownTests {
  @Test("A slower cell, a faster one, counts that changed and cells that did not look like this")
  func oneOfEachLooksLikeThis() {
    #expect(
      ComparisonFixtures.mixed.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: slower in 1 of 3 cells, by 2.1%; faster in 1, by 10.0%; counts up in 1

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - `spec.cold feed(1000)` is 2.1% (1.8% to 2.4%) slower, with +1.5% instructions.
        - `spec.cold feed(1000)`: 3 allocations a tree more: 0 -> 3; 96 bytes allocated a tree more: 0 -> 96; 1.5% more instructions a tree: 200,000 -> 203,000.
        - `manual doc.json` is 10.0% (9.7% to 10.3%) faster.
        - Not checked in 1 of 3 cells: whether the work changed, or the code only lies elsewhere in memory. `--why` counts it, with valgrind.
        - Not seen: no slowdown above 1.4% in the other cell.
        - Allocations, bytes allocated: equal in 1 of 3 cells.
        - Instructions: within 0.01% in 1 of 3 cells.

        | workload | subject | threads | metric | base | candidate | change | 99% interval | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |
        | `feed(1000)` | `spec.cold` | 1 | CPU ns/element | 100 | 102 | +2.1% slower | +1.8% to +2.4% | slower |
        | `feed(1000)` | `spec.cold` | 1 | allocations/tree | 0 | 3 | +3 more |  | more |
        | `feed(1000)` | `spec.cold` | 1 | bytes/tree | 0 | 96 | +96 more |  | more |
        | `feed(1000)` | `spec.cold` | 1 | instructions/tree | 200,000 | 203,000 | +1.5% more |  | more |
        | `doc.json` | `manual` | 1 | CPU ns/tree | 1,234 | 1,111 | -10.0% faster | -10.3% to -9.7% | faster |

        <details><summary>All figures</summary>

        | workload | subject | threads | metric | base | candidate | change | 99% interval | excludes | pairs | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | ---: | ---: | --- |
        | `feed(1000)` | `spec.cold` | 1 | CPU ns/element | 100 | 102 | +2.1% slower | +1.8% to +2.4% |  | 40 | slower |
        | `feed(1000)` | `spec.cold` | 1 | allocations/tree | 0 | 3 | +3 more |  |  |  | more |
        | `feed(1000)` | `spec.cold` | 1 | bytes/tree | 0 | 96 | +96 more |  |  |  | more |
        | `feed(1000)` | `spec.cold` | 1 | instructions/tree | 200,000 | 203,000 | +1.5% more |  |  |  | more |
        | `wide(10)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,000 | 0% | -0.3% to +0.3% | 1.4% | 40 | no change seen |
        | `wide(10)` | `spec.cold` | 1 | allocations/tree | 7 | 7 | 0% |  |  |  | no change seen |
        | `wide(10)` | `spec.cold` | 1 | bytes/tree | 64 | 64 | 0% |  |  |  | no change seen |
        | `wide(10)` | `spec.cold` | 1 | instructions/tree | 90,000 | 90,005 | +0.01% |  |  |  | no change seen |
        | `doc.json` | `manual` | 1 | CPU ns/tree | 1,234 | 1,111 | -10.0% faster | -10.3% to -9.7% |  | 40 | faster |

        - change: from the base to the candidate
        - interval: where the change lies
        - excludes: a slowdown above this, in 95 of 100 such comparisons

        Run `20261121T052013Z-quick-3f9a`; 3 cells, 40 pairs of processes, 2 min 3 s; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("Names with pipes, quotes, tags and control characters cannot break the page")
  func oddNamesLookLikeThis() {
    #expect(
      ComparisonFixtures.odd.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: slower in the one cell, by 50.0%; counts down in 1; failed in 1

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - ``a|b`c 日本\n,"x" \u{1B}[31m é_*<b>`` is 50.0% (49.7% to 50.3%) slower.
        - ``a|b`c 日本\n,"x" \u{1B}[31m é_*<b>``: 1 allocation a tree fewer: 2 -> 1.
        - Not checked in the one cell: whether the work changed, or the code only lies elsewhere in memory. `--why` counts it, with valgrind.
        - Failed: ``a|b`c 日本\n,"x" \u{1B}[31m é_*<b>``: Said "no" \| `twice_over`,\\nthen &lt;b\>\*died\*.

        | workload | subject | threads | metric | base | candidate | change | 99% interval | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |
        | `日本\n,"x" \u{1B}[31m é_*<b>` | ``a\|b`c`` | 1 | CPU ns/element | 100 | 150 | +50.0% slower | +49.7% to +50.3% | slower |
        | `日本\n,"x" \u{1B}[31m é_*<b>` | ``a\|b`c`` | 1 | allocations/tree | 2 | 1 | -50.0% fewer |  | fewer |

        <details><summary>All figures</summary>

        | workload | subject | threads | metric | base | candidate | change | 99% interval | excludes | pairs | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | ---: | ---: | --- |
        | `日本\n,"x" \u{1B}[31m é_*<b>` | ``a\|b`c`` | 1 | CPU ns/element | 100 | 150 | +50.0% slower | +49.7% to +50.3% |  | 40 | slower |
        | `日本\n,"x" \u{1B}[31m é_*<b>` | ``a\|b`c`` | 1 | allocations/tree | 2 | 1 | -50.0% fewer |  |  |  | fewer |

        - change: from the base to the candidate
        - interval: where the change lies

        - Warning: Hot\_ish. See `steal_ticks`.

        Run `20261121T052013Z-quick-3f9a`; 1 cell, 40 pairs of processes; changes count from 0.5% on.

        </details>

        <sub>Machine: Fast\_9000; 2 cores</sub>

        """#)
  }

  @Test("A suite that is slower as a whole looks like this")
  func aSlowerSuiteLooksLikeThis() {
    #expect(
      ComparisonFixtures.suite.markdown(machine: "Fast_9000; 2 cores") == #"""
        <!-- layoutbench compare -->
        ### LayoutBench: slower by 0.6% (0.4% to 0.8%) over all 11 cells together; slower in 5, by up to 1.5%

        Base: `main`, `0123456789`: `` Frames | are `flat` ``<br>
        Candidate: `.`, `fedcba9876` with changes

        - The 6 cells of the subject `spec.cold` are 1.2% (1.0% to 1.4%) slower together.
        - 5 cells are slower, by 1.1% to 1.5%: see the table.
        - `spec.cold wide(6)` is 1.2% (0.9% to 1.5%) slower and does the same work: its code lies elsewhere in memory.
        - Not checked in 5 of 11 cells: whether the work changed, or the code only lies elsewhere in memory. `--why` counts it, with valgrind.
        - Not seen: no slowdown above 0.5% in 1 of the 5 other cells, above 1% in 2, above 2% in 3, above 5% in 4.
        - Not known, for a slowdown above 5% might not have been seen: `spec.edit wide(5)`. A `--filter` and more time may tell, or a quieter machine: see `layoutbench doctor`.
        - Instructions: within 0.01% in 1 of 11 cells.

        | workload | subject | threads | metric | base | candidate | change | 99% interval | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |
        | `wide(1)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,110 | +1.1% slower | +0.8% to +1.4% | slower |
        | `wide(2)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,120 | +1.2% slower | +0.9% to +1.5% | slower |
        | `wide(3)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,130 | +1.3% slower | +1.0% to +1.6% | slower |
        | `wide(4)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,140 | +1.4% slower | +1.1% to +1.7% | slower |
        | `wide(5)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,150 | +1.5% slower | +1.2% to +1.8% | slower |
        | `wide(6)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,120 | +1.2% | +0.9% to +1.5% | same work |

        <details><summary>All figures</summary>

        | workload | subject | threads | metric | base | candidate | change | 99% interval | excludes | pairs | verdict |
        | --- | --- | ---: | --- | ---: | ---: | --- | --- | ---: | ---: | --- |
        | `wide(1)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,110 | +1.1% slower | +0.8% to +1.4% |  | 18 | slower |
        | `wide(2)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,120 | +1.2% slower | +0.9% to +1.5% |  | 27 | slower |
        | `wide(3)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,130 | +1.3% slower | +1.0% to +1.6% |  | 36 | slower |
        | `wide(4)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,140 | +1.4% slower | +1.1% to +1.7% |  | 45 | slower |
        | `wide(5)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,150 | +1.5% slower | +1.2% to +1.8% |  | 54 | slower |
        | `wide(6)` | `spec.cold` | 1 | CPU ns/element | 10,000 | 10,120 | +1.2% | +0.9% to +1.5% |  | 40 | same work |
        | `wide(6)` | `spec.cold` | 1 | instructions/tree | 1,000,000 | 1,000,100 | +0.01% |  |  |  | no change seen |
        | `wide(1)` | `spec.edit` | 1 | CPU ns/element | 10,000 | 10,000 | 0% | -0.3% to +0.3% | 0.4% | 40 | no change seen |
        | `wide(2)` | `spec.edit` | 1 | CPU ns/element | 10,000 | 10,000 | 0% | -0.3% to +0.3% | 0.6% | 40 | no change seen |
        | `wide(3)` | `spec.edit` | 1 | CPU ns/element | 10,000 | 10,000 | 0% | -0.3% to +0.3% | 1.5% | 40 | no change seen |
        | `wide(4)` | `spec.edit` | 1 | CPU ns/element | 10,000 | 10,000 | 0% | -0.3% to +0.3% | 4.0% | 40 | no change seen |
        | `wide(5)` | `spec.edit` | 1 | CPU ns/element | 10,000 | 10,000 | 0% | -0.3% to +0.3% | 9.0% | 40 | no change seen |

        - change: from the base to the candidate
        - interval: where the change lies
        - excludes: a slowdown above this, in 95 of 100 such comparisons

        Run `20261121T052013Z-quick-3f9a`; 11 cells, 18 pairs of processes, up to 54 of what looked changed, 2 min 3 s; changes count from 0.5% on.

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

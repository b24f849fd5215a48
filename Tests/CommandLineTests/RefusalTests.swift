import Foundation
import Testing

/// What every command refuses in the same way. What one command alone refuses stands with its own tests.
@Suite("What commands refuse", .temporaryFolders)
struct RefusalTests {
  @Test(arguments: [
    ("runn", "there is no command \"runn\"; did you mean run?"),
    ("help tabel", "there is no command \"tabel\"; did you mean table?"),
    ("nonsense", "there is no command \"nonsense\"\n"), ("help bogus", "there is no command \"bogus\"\n"),
    ("layout", "Missing expected argument '<file>'"), ("chart", "give a run\n"),
    ("lint", "Give the documents to look at, or --rules\n"),
    ("doctor --nonsense", "Unknown option '--nonsense'"),
    // A negative number is the value of the option before it.
    ("cache --prune -1", "--prune takes 0 or more, and not -1"),
    ("history HEAD~5 --every -2", "--every takes 1 or more, and not -2"),
    ("profile feed(1) --top -3", "--top takes 0 or more, and not -3"),
    ("profile feed(1) --threads -1", "--threads takes 1 to "),
    ("profile feed(1) --trees 0", "--trees takes 1 or more, and not 0"),
    ("run --rounds -1", "--rounds takes 1 to "),
    ("layout a.json --limit -1", "--limit takes 1 or more, and not -1"),
    ("layout a.json --width -inf", "--width takes 0 or more and less than 10000000 points, and not -inf"),
    ("layout a.json --width nan", "and not nan"), ("layout a.json --width 1e7", "and not 10000000.0"),
    ("generate feed(1) --seed -1", "The value '-1' is invalid for '--seed <seed>'"),
    ("run --threads -1,2", "The value '-1,2' is invalid for '--threads <threads>'"),
    ("run --budget -5s", "The value '-5s' is invalid for '--budget <budget>'"),
    ("compare main --min-effect -1%", "The value '-1%' is invalid for '--min-effect <min-effect>'"),
    // Other values than an option takes.
    ("run --threads x", "for '--threads <threads>'"),
    ("run --threads 1..1000000", "expected numbers from 1 to "),
    ("run --rounds 0", "--rounds takes 1 to "), ("run --budget 5", "for '--budget <budget>'"),
    ("run --sort speed", "for '--sort <sort>'"), ("run --dispatch gcd", "for '--dispatch <dispatch>'"),
    ("run --dispatch serialQueues,serialQueues", "for '--dispatch <dispatch>'"),
    ("run --shard 4/3", "expected i/n, with i from 1 to n and n up to 10000, such as 2/4"),
    ("layout a.json --format gif", "for '--format <format>'"),
    ("layout a.json --range 0..1e7,0", "for '--range <widths,heights>'"),
    ("explain a.json --range 10", "for '--range <widths,heights>'"),
    ("explain a.json --range 10..5,0..inf", "for '--range <widths,heights>'"),
    ("explain a.json --range nan,0..inf", "for '--range <widths,heights>'"),
    ("lint a.json --rule no-such-rule", "for '--rule <rule>'"),
    ("chart x y", "Unexpected argument 'y'"), ("chart x --kind pie", "pie"),
    ("chart x --format gif", "gif"), ("chart x --format=", "Missing value for '--format <format>'"),
    ("chart x --metric beauty", "beauty"), ("chart x --theme pink", "pink"), ("chart x --per house", "house"),
    ("history ..", "write FIRST..LAST, with two dots"),
    ("history HEAD~5...HEAD", "write FIRST..LAST, with two dots"),
    ("baseline save a/b", "begins with a letter, a digit or '_'"),
    ("baseline save -- -x", "begins with a letter, a digit or '_'"),
    ("baseline save latest", "and is not \"latest\""),
    ("profile feed(1) --subject spec.cold --threads 2", "--subject counts jobs of one worker"),
    ("profile feed(1) --subject spec.cold --trace x", "--trace is of a tree's layouts, without --subject"),
    ("profile feed(1) -o x", "--output needs --subject"),
    ("profile feed(1) --lines", "--lines needs --subject"),
    ("profile feed(1) --folded x --folded-by references", "elements have time or count"),
    ("profile feed(1) --subject s --folded x --folded-by time", "functions have no time"),
    ("profile feed(1) --subject s --folded x -o x", "the files that are written are different ones"),
    ("compare b --fail-on frob", "The value 'frob' is invalid for '--fail-on <fail-on>': \"frob\": "),
    ("bisect a b --fail-on frob", "The value 'frob' is invalid for '--fail-on <fail-on>': \"frob\": "),
    // Options that contradict each other.
    ("explain a.json --range 10,0..inf --width 5", "--range says how wide already; leave out --width"),
    ("lint a.json --rule zero-size --ignore zero-size", "--rule and --ignore both name zero-size"),
    ("lint --rules --format json", "--rules lists all rules as text"),
    ("lint --rules --rule zero-size", "--rules lists all rules as text"),
    ("lint --rules a.json", "--rules lists the rules, and looks at no documents"),
    ("inspect - --with - -o -", "Only one of the two can be standard input"),
    ("inspect a.json", "Missing expected argument '--output <output>'"),
    ("profile feed(1) --trace x --folded x", "the files that are written are different ones"),
    ("profile a.json --trace - --folded /dev/stdout", "only one file can go to standard output"),
    ("chart x --kind growth --metric alloc_count_per_tree", "growth takes wall_ns_per_element, "),
    ("table a --threads --sort time", "--sort is for the table of all cells"),
    ("table a --growth --by-subject", "are different tables; ask for one"),
    ("table a --growth --threads", "are different tables; ask for one"),
    ("table a --ratios", "--ratios goes with --by-subject"),
    ("table a --format csv --growth", "--format csv is for the table of all cells"),
    ("run --resume latest --suite small", "--suite is settled when a run begins"),
    ("run --resume latest --seed 1", "--seed is settled when a run begins"),
    ("run --resume latest --shard 1/2", "--shard is settled when a run begins"),
    ("run --resume latest --filter x", "--filter is settled when a run begins"),
    ("run --resume latest --exclude x", "--exclude is settled when a run begins"),
    ("run --resume latest --rounds 3", "--rounds is settled when a run begins"),
    ("run --resume latest --out x", "--out is settled when a run begins"),
    ("compare HEAD --resume latest", "a revision is settled when a comparison begins"),
  ])
  func `Wrong usage is exit code 64, and says which word is wrong`(arguments: String, words: String) throws {
    let outcome = try Program.run(arguments.split(separator: " ").map(String.init))
    outcome.expectRefusal(words, exitCode: 64)
    #expect(outcome.error.hasPrefix("Error: "), "\(outcome.error)")
  }

  @Test(arguments: [
    "layout", "layout a.json -o", "layout a.json --output", "lint", "explain", "verify", "budgets", "init",
    "table", "chart", "chart latest -o", "report -o x", "report latest -o", "inspect a.json -o",
    "history HEAD -o", "history HEAD --out", "run --out", "run --resume", "compare HEAD --out",
    "bisect a b --out", "profile a.json --trace", "profile a.json --folded", "results merge latest -o",
  ])
  func `An empty name of a file, a folder or a run is wrong usage, in a sentence`(arguments: String) throws {
    let outcome = try Program.run(arguments.split(separator: " ").map(String.init) + [""])
    outcome.expectRefusal(exitCode: 64)
    #expect(outcome.error.hasPrefix("Error: The value '' is invalid for '"), "\(outcome.error)")
  }

  private static let header = "Benchmarks/trees/header-left-right.json"

  @Test(arguments: [
    ("layout none.json", "none.json: no such file; expected a readable file\n"),
    ("layout Tests", "Tests: a directory"), ("explain none.json", "none.json: no such file"),
    ("inspect none.json -o -", "none.json: no such file"), ("profile none.json", "none.json: no such file"),
    ("layout none.json -o /tmp/x.svg", "none.json: no such file"),
    ("layout Tests/ConformanceTests/Cases/documented.json", "layoutbench verify"),
    ("lint Tests/ConformanceTests/Cases/documented.json", "expected \"layout-spec\", a spec document"),
    ("verify \(header)", "is a document, and holds no cases; lay it out with: "),
    (
      "explain \(header) usrname",
      "layoutbench: \(header): no element is called \"usrname\" (did you mean \"username\"?)"
    ),
    ("generate fed(1)", "there is no workload \"fed\""), ("profile fed(1)", "there is no workload \"fed\""),
    ("inspect fed(1) -o -", "there is no workload \"fed\""),
    ("inspect feed(1000) -o -", "at most 5000; inspect a smaller workload"),
    ("inspect \(header) --with feed(1000) -o -", "feed(1000) has 12001 elements"),
    ("inspect feed(3) -o - --limit 1", "--limit allows more"),
    ("run --suite \(header)", "a layout document, which layoutbench layout takes"),
    (
      "run --suite nonsense",
      "there are compare, engine, full, growth, nodes, overhead, peers, quick, texts, threads, tiny"
    ),
    ("run --suite quick --filter nonsense --exclude y --out /tmp/x", #"matches "nonsense", without "y""#),
    ("run --resume nonsense", "There is no such run"), ("run --resume Benchmarks", "no run.json"),
    ("table results/reference/quick --filter frob", "matches"),
    ("profile feed(1) --subject spec.cool", "there is no subject \"spec.cool\""),
    ("profile fed(1) --subject spec.cold", "did you mean feed(N)?"),
    ("profile feed(1) --subject peer.yoga", "is another program, which valgrind does not see"),
    ("baseline delete nothing", "Is no baseline"),
    (
      "report results/reference/quick results/reference/../reference/quick -o -",
      "/results/reference/quick is given twice; name each run once\n"
    ),
    ("chart none/run", "none/run"), ("chart none/run -o /tmp/x", "none/run"),
    ("chart results/reference/growth --filter nonsense -o /tmp/x", "matches \"nonsense\""),
    ("chart results/reference/growth --kind threads -o /tmp/x", "threads needs a cell with 1 thread"),
    ("chart results/reference/growth --kind forest -o /tmp/x", "forest needs a compare.json with ratios"),
    (
      "compare results/reference/quick results/reference/nodes",
      "are runs, which saw the machine at different times"
    ),
    ("budgets none.json", "none.json: Cannot be read"),
  ])
  func `Bad input is exit code 65, and a line that says where`(arguments: String, words: String) throws {
    let outcome = try Program.run(arguments.split(separator: " ").map(String.init))
    outcome.expectRefusal(words)
    #expect(outcome.error.hasPrefix("layoutbench: "), "\(outcome.error)")
    #expect(outcome.error.filter { $0 == "\n" }.count == 1, "\(outcome.error)")
  }

  @Test(arguments: [
    "generate feed(1) -o", "layout \(header) --format svg -o", "inspect feed(1) -o",
    "report results/reference/nodes -o", "profile feed(1) --trace", "profile feed(1) --folded",
  ])
  func `A command that writes a file writes over none without --force, or says why`(command: String) throws {
    let folder = try Program.makeFolder()
    let file = folder.appending(path: "file")
    func write(to path: String, _ options: [String] = []) throws -> Program.Outcome {
      try Program.run(
        command.split(separator: " ").map(String.init) + [path] + options,
        environment: ["LAYOUTBENCH_RENDERER": ""])
    }
    #expect(try write(to: file.path).exitCode == 0)
    #expect(try !Data(contentsOf: file).isEmpty)
    let other = Data("other".utf8)
    try other.write(to: file)
    let again = try write(to: file.path)
    again.expectRefusal(exitCode: 1)
    #expect(again.error == "layoutbench: \(file.path) is there already; --force writes over it\n")
    #expect(try Data(contentsOf: file) == other)
    #expect(try write(to: file.path, ["--force"]).exitCode == 0)
    #expect(try Data(contentsOf: file) != other)
    for options in [[], ["--force"]] {
      for (path, reason) in [
        (folder.path, "is a folder; name a file to write"),
        ("/no/such/folder/x", "cannot be written: there is no folder /no/such/folder; make it first"),
      ] {
        let refused = try write(to: path, options)
        refused.expectRefusal(exitCode: 1)
        #expect(refused.error == "layoutbench: \(path) \(reason)\n")
      }
    }
    #expect(folder.names == ["file"])
  }
}

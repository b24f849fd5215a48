/// The workflows that compare pull requests on GitHub, as `layoutbench init --github` writes them.
///
/// There are two, because what a pull request from a fork runs must not write: the first one builds and measures it with a
/// token that reads, and leaves the answer as files; the second one, which is the default branch's own, comments. GitHub
/// starts it by `workflow_run`, with a token that writes.
package enum GitHubWorkflows {
  /// The files below `.github/workflows`.
  ///
  /// - Parameter path: the folder of the package of benchmarks, from the repository's top.
  package static func files(benchmarks path: String) -> [(name: String, text: String)] {
    [("benchmark.yml", measuring(path)), ("benchmark-comment.yml", commenting)]
  }

  private static func measuring(_ path: String) -> String {
    let folder = shellWord(path)
    return """
      # Whether a pull request makes something slower. benchmark-comment.yml puts the answer into a comment.
      name: Benchmark

      on: pull_request

      # What a pull request runs may read, and nothing else.
      permissions:
        contents: read

      concurrency:
        group: benchmark-${{ github.ref }}
        cancel-in-progress: true

      jobs:
        compare:
          name: Compare with the base
          runs-on: ubuntu-latest
          container: swift:6.3
          defaults:
            run:
              shell: bash
          steps:
            - uses: actions/checkout@v5
              with:
                # Both revisions are built from git.
                fetch-depth: 0
            # The checkout belongs to another user than the container's.
            - run: git config --global --add safe.directory "$GITHUB_WORKSPACE"
            # valgrind counts the instructions of what looks slower, and so tells work from a place in memory.
            - run: apt-get update -q && apt-get install -y -q valgrind
            - name: Build
              run: swift build -c release --package-path \(folder)
            - name: Compare
              env:
                BASE: ${{ github.event.pull_request.base.sha }}
                HEAD: ${{ github.event.pull_request.head.sha }}
                NUMBER: ${{ github.event.pull_request.number }}
              run: |
                mkdir comparison
                echo "$NUMBER" > comparison/number
                # From where the branch began: what happened on the base since then is not the pull request's.
                swift run -c release --skip-build --package-path \(folder) Benchmarks \\
                  compare "$(git merge-base "$BASE" "$HEAD")" "$HEAD" --format markdown \\
                  > comparison/comment.md || status=$?
                cat comparison/comment.md >> "$GITHUB_STEP_SUMMARY"
                exit "${status:-0}"
            - uses: actions/upload-artifact@v6
              if: always()
              with:
                name: comparison
                path: comparison

      """
  }

  private static let commenting = """
    # Puts the answer of benchmark.yml into one comment of the pull request, which later answers replace.
    name: Benchmark comment

    on:
      workflow_run:
        workflows: [Benchmark]
        types: [completed]

    # It runs nothing of the pull request, so it may write.
    permissions:
      actions: read
      pull-requests: write

    jobs:
      comment:
        name: Comment
        runs-on: ubuntu-latest
        if: github.event.workflow_run.event == 'pull_request'
        steps:
          - uses: actions/download-artifact@v7
            with:
              name: comparison
              run-id: ${{ github.event.workflow_run.id }}
              github-token: ${{ github.token }}
          - name: Comment
            env:
              GH_TOKEN: ${{ github.token }}
              REPOSITORY: ${{ github.repository }}
              HEAD: ${{ github.event.workflow_run.head_sha }}
            run: |
              # A pull request wrote these files. They are taken for a number and a text, whatever is in them.
              number=$(head -c 20 number)
              [[ $number =~ ^[0-9]+$ ]] || exit 1
              [ -s comment.md ] || exit 0
              # Nobody comments on another's pull request, or on what was pushed since.
              [ "$(gh api "repos/$REPOSITORY/pulls/$number" --jq .head.sha)" = "$HEAD" ] || exit 0
              mark='<!-- layoutbench -->'
              { echo "$mark"; head -c 60000 comment.md; } > body.md
              comment=$(gh api --paginate "repos/$REPOSITORY/issues/$number/comments" \\
                --jq ".[] | select(.user.type == \\"Bot\\" and (.body | startswith(\\"$mark\\"))) | .id" | head -n 1)
              if [ -n "$comment" ]; then
                gh api --silent --method PATCH "repos/$REPOSITORY/issues/comments/$comment" -F body=@body.md
              else
                gh api --silent --method POST "repos/$REPOSITORY/issues/$number/comments" -F body=@body.md
              fi

    """
}

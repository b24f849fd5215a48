import LayoutBenchmark

LayoutBench.main(counting: Jemalloc())

import JemallocCounting
import LayoutBenchmark

LayoutBench.main(counting: Jemalloc())

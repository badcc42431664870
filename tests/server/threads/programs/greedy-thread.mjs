const all = []
// Collects without a bound.
for (;;) all.push(Array.from({ length: 1000 }, (_, i) => ({ i })))

import fc from 'fast-check'

// The same cases each run: what fails here fails everywhere. FC_SEED tries others.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20261121) })

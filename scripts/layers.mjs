// Fails when a module imports what its layer may not. `node scripts/layers.mjs [FOLDER]` checks another tree by the same rules.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import rules from '../.dependency-cruiser.mjs'
import { PROJECT } from './lib/command.mjs'
import { main, Problem, say } from './lib/console.mjs'
import { CHECKS } from './lib/layers.mjs'

await main(async () => {
  const root = resolve(process.argv[2] ?? PROJECT)
  process.chdir(root)
  const folders = ['domain', 'contract', 'src', 'server', 'tests', 'bench'].filter((folder) =>
    existsSync(join(root, folder)),
  )
  const { output } = await cruise(
    folders,
    { ...rules.options, ruleSet: rules, validate: true, baseDir: root },
    {},
    { tsConfig: extractTSConfig(join(PROJECT, 'tsconfig.json')) },
  )
  const { modules, summary } = output
  if (summary.totalCruised === 0)
    throw new Problem('The layers check looked at no module at all; it proves nothing.')
  const broken = [
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...CHECKS.flatMap(({ name, find }) => find(root, modules).map((place) => `${name}: ${place}`)),
  ]
  for (const place of broken) say(place)
  if (broken.length > 0) throw new Problem(`${broken.length} places break a rule of the layers.`)
  say(`${summary.totalCruised} modules keep to their layers.`)
})

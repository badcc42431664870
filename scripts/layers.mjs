// Fails when a module imports what its layer may not. `node scripts/layers.mjs [FOLDER]` checks another tree by the same rules.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import rules from '../.dependency-cruiser.mjs'
import { PROJECT } from './lib/command.mjs'
import { main, Problem, say } from './lib/console.mjs'

await main(async () => {
  const root = resolve(process.argv[2] ?? PROJECT)
  process.chdir(root)
  const folders = ['contract', 'src', 'server', 'tests', 'bench'].filter((folder) =>
    existsSync(join(root, folder)),
  )
  const { output } = await cruise(
    folders,
    { ...rules.options, ruleSet: rules, validate: true, baseDir: root },
    {},
    { tsConfig: extractTSConfig(join(PROJECT, 'tsconfig.json')) },
  )
  const { violations, totalCruised } = output.summary
  for (const { rule, from, to } of violations) say(`${rule.severity} ${rule.name}: ${from} → ${to}`)
  if (totalCruised === 0) throw new Problem('The layers check looked at no module at all; it proves nothing.')
  if (violations.some(({ rule }) => rule.severity === 'error'))
    throw new Problem(`${violations.length} imports cross a layer they may not.`)
  say(`${totalCruised} modules keep to their layers.`)
})

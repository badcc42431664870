import { parseArgs } from 'node:util'
import { settingOf } from '#contract/records/alert-settings.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import type { AlertRule } from '../rules/types.ts'
import { countText, replayAlerts } from './alert-commands.ts'
import { BadArguments, runCommand, withDatabase } from './command.ts'
import { createCompanyRepository } from './companies.repository.ts'
import { existingCompany } from './company-commands.ts'

const COUNTED_DAYS = 30

const USAGE = `Usage: npm run alerts -- --replay [--company NAME] [--days N] [--repair]
       npm run alerts -- --count TYPE=THRESHOLD [--company NAME] [--days N]

Evaluates the stored positions again and compares the alerts that the rules find with those that are stored; ends with
code 1 where they differ. Or counts the alerts that a threshold would have raised.

  --company NAME  of one company, by its name or number (all)
  --days N        of the last N days (everything; ${COUNTED_DAYS} for --count)
  --repair        stores the alerts anew where they differ; nobody is notified
  --count         for example OVERSPEED=70, in the unit of the alert setting; a type without a threshold has 0`

const isCode = (type: string): type is AlertCode => Object.hasOwn(ALERT_NAME, type)

const ruleOf = (text: string): AlertRule => {
  const [type = '', value = '', ...rest] = text.toUpperCase().split('=')
  const threshold = value.trim() === '' ? Number.NaN : Number(value)
  if (rest.length > 0 || !isCode(type) || !(threshold >= 0 && Number.isFinite(threshold)))
    throw new BadArguments(
      `'${text}' is no TYPE=THRESHOLD. The types are ${Object.keys(ALERT_NAME).join(', ')}.`,
    )
  if (settingOf(type).valueIn === null && threshold !== 0)
    throw new BadArguments(`${type} has no threshold: write ${type}=0.`)
  return { type, threshold }
}

const daysOf = (text: string): number => {
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > 36_500)
    throw new BadArguments(`--days needs a whole number from 1 to 36500, not '${text}'.`)
  return days
}

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      replay: { type: 'boolean' },
      repair: { type: 'boolean' },
      count: { type: 'string' },
      company: { type: 'string' },
      days: { type: 'string' },
    },
  })
  const { replay = false, repair = false, count, company } = values
  if (replay === (count !== undefined)) throw new BadArguments('Name one of --replay and --count.')
  if (repair && !replay) throw new BadArguments('--repair is for --replay.')
  const rule = count === undefined ? null : ruleOf(count)
  const days = values.days === undefined ? null : daysOf(values.days)
  return withDatabase(async ({ db }) => {
    const companies = createCompanyRepository({ db })
    const companyId = company === undefined ? null : (await existingCompany(companies, company)).id
    const options = { companyId, now: Date.now() }
    if (rule !== null) {
      console.log(await countText(db, rule, { ...options, days: days ?? COUNTED_DAYS }))
      return 0
    }
    const { text, isSame } = await replayAlerts(db, { ...options, days, isRepairing: repair })
    console.log(text)
    return isSame ? 0 : 1
  })
})

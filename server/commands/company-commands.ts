import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { isSameName } from '#domain/compared-name.ts'
import { checkCompanyName } from './chosen-company.ts'
import type { CompanyRepository } from './companies.repository.ts'

/** One line for each company: number, name, time zone and number of vehicles. */
export const listCompanies = async (companies: CompanyRepository): Promise<string> => {
  const all = await companies.list()
  if (all.length === 0) return 'There are no companies. Add one: npm run company -- add NAME'
  return all
    .map(({ id, name, time_zone, vehicles }) =>
      [id, name, time_zone, vehicles === 1 ? '1 vehicle' : `${vehicles} vehicles`].join('\t'),
    )
    .join('\n')
}

/** The company of this name or number. Throws an Error that says what to do if there is none. */
export const existingCompany = async (companies: CompanyRepository, name: string) => {
  const company = await find(companies, name)
  if (company === undefined)
    throw new Error(`There is no company '${name}'. See them all: npm run company -- list`)
  return company
}

const find = async (companies: CompanyRepository, name: string) =>
  (await companies.list()).find((each) => String(each.id) === name || isSameName(each.name, name))

/**
 * Adds a company and returns a line that confirms it.
 * @throws Error for a name that is taken, a number (it would be taken for an id), empty or too long.
 */
export const addCompany = async (
  companies: CompanyRepository,
  given: string,
  timeZone = DEFAULT_TIME_ZONE,
): Promise<string> => {
  const name = given.trim()
  checkCompanyName(name)
  if (await find(companies, name)) throw new Error(`There is a company '${name}' already.`)
  await companies.add(name, timeZone)
  return `Added ${name}, time zone ${timeZone}.`
}

/**
 * Sets a company's time zone, which defines its days, and returns a line that confirms it.
 * @throws Error if there is no such company, or if it has positions, which are stored by the days of its time zone.
 */
export const setTimeZone = async (
  companies: CompanyRepository,
  name: string,
  timeZone: string,
): Promise<string> => {
  const company = await existingCompany(companies, name)
  if (company.time_zone !== timeZone && !(await companies.setTimeZone(company.id, timeZone)))
    throw new Error(
      `${company.name} has positions, stored by the days of ${company.time_zone}. Its time zone can be changed only before the first one: ` +
        `add a company with the right zone and import into that.`,
    )
  return `${company.name} has the time zone ${timeZone}.`
}

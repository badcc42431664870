import type { Random } from '../random.ts'

/** Fictional names and customers; no list of real ones was used. */
export const FIRST_NAMES = [
  'Aravind',
  'Balwinder',
  'Chandan',
  'Dinesh',
  'Ezhil',
  'Farooq',
  'Ganesh',
  'Harpal',
  'Imran',
  'Jagdish',
  'Kishore',
  'Lakhan',
  'Mahesh',
  'Nagaraj',
  'Omkar',
  'Prabhu',
  'Qasim',
  'Ramesh',
  'Sukhdev',
  'Tukaram',
  'Umesh',
  'Venkat',
  'Wasim',
  'Yadav',
  'Zubin',
  'Bhaskar',
  'Devendra',
  'Gopal',
  'Manoj',
  'Selvam',
] as const

export const LAST_NAMES = [
  'Ansari',
  'Babar',
  'Chauhan',
  'Dhillon',
  'Gaikwad',
  'Hegde',
  'Iyer',
  'Jadhav',
  'Khatri',
  'Lingam',
  'Mahto',
  'Naik',
  'Oraon',
  'Pillai',
  'Rathod',
  'Saini',
  'Thakor',
  'Ujjwal',
  'Verma',
  'Waghmare',
  'Xalxo',
  'Yelamanchili',
  'Zala',
  'Borade',
  'Kumbhar',
  'Mandal',
  'Palaniappan',
  'Reddy',
  'Solanki',
  'Tiwari',
] as const

export const CUSTOMER_KINDS = [
  'cement plant',
  'cold store',
  'steel yard',
  'textile mill',
  'distribution centre',
  'grain market',
  'parcel hub',
  'paper mill',
  'tile works',
  'dairy',
] as const

const CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const VIN_SIGNS = `${CHARACTERS.replace('I', '')}0123456789`

const character = (random: Random) => CHARACTERS.charAt(Math.floor(random.next() * CHARACTERS.length))
const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => Math.floor(random.next() * 10)).join('')

/** A registration of the district, such as `TN 01 AB 4821`. */
export const registrationOf = (district: string, random: Random): string =>
  `${district} ${character(random)}${character(random)} ${String(1 + Math.floor(random.next() * 9998)).padStart(4, '0')}`

/** The check digit of an IMEI (Luhn). */
const checkDigit = (body: string): number => {
  const sum = [...body].reduce((total, sign, i) => {
    const doubled = Number(sign) * (i % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** A valid IMEI of 15 digits. */
export const imeiOf = (random: Random): string => {
  const body = `86${digits(random, 12)}`
  return `${body}${checkDigit(body)}`
}

/** A vehicle identification number of 17 characters, of no existing manufacturer. */
export const vinOf = (random: Random): string =>
  `ZZR${Array.from({ length: 8 }, () => VIN_SIGNS.charAt(Math.floor(random.next() * VIN_SIGNS.length))).join('')}${digits(random, 6)}`

/** A mobile number from the range reserved for fiction: 10 digits. */
export const mobileOf = (random: Random): string => `90000${digits(random, 5)}`

export const licenceOf = (district: string, random: Random): string =>
  `${district.replaceAll(' ', '').slice(0, 2)}${digits(random, 2)} 20${10 + Math.floor(random.next() * 12)}${digits(random, 7)}`

/** The known parts of an address. */
export type AddressParts = {
  readonly premise?: string | undefined
  readonly streetNumber?: string | undefined
  readonly neighbourhood?: string | undefined
  readonly sublocality3?: string | undefined
  readonly sublocality2?: string | undefined
  readonly sublocality1?: string | undefined
  readonly locality?: string | undefined
  readonly district?: string | undefined
  readonly state?: string | undefined
  readonly country?: string | undefined
  readonly postalCode?: string | undefined
}

/** The order in which an address names its parts (MAP-49); `district` and `state` are the administrative levels 2 and 1. */
const ORDER = [
  'premise',
  'streetNumber',
  'neighbourhood',
  'sublocality3',
  'sublocality2',
  'sublocality1',
  'locality',
  'district',
  'state',
  'country',
  'postalCode',
] as const satisfies readonly (keyof AddressParts)[]

/** The text of an address: its known parts in order, repeated neighbours once. '' if no part is known. */
export const addressText = (parts: AddressParts): string =>
  ORDER.map((part) => parts[part]?.trim() ?? '')
    .filter((text) => text !== '')
    .filter((text, index, all) => text !== all[index - 1])
    .join(', ')

import { type ReactNode, useEffect, useState } from 'react'
import type { Address as FoundAddress } from '#src/services/geocoder/geocoder.port.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { COMPASS } from '#src/texts/en/measures.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useServices } from './app-context.tsx'
import classes from './facts.module.css'
import { formatMeasure, type Measure, measureOf, NOT_KNOWN } from './measures.ts'

/** The facts of a card, in two columns. */
export const CardFacts = ({ children }: { children: ReactNode }) => (
  <dl className={classes['facts']}>{children}</dl>
)

/** One fact of a card; `N/A` if its value is not known. */
export const Fact = ({
  name,
  value,
  unit = '',
  wide = false,
}: {
  name: ReactNode
  value: ReactNode
  unit?: string
  /** Takes a row of its own. */
  wide?: boolean
}) => (
  <div className={wide ? classes['wide'] : undefined}>
    <dt>{name}</dt>
    <dd>
      {value === null || value === NOT_KNOWN ? NOT_KNOWN : value}
      {value === null || value === NOT_KNOWN || unit === '' ? null : ` ${unit}`}
    </dd>
  </div>
)

/** A figure with its unit, which is smaller. */
export const Figure = ({ measure: { figure, unit } }: { measure: Measure }) => (
  <>
    {figure} {figure === NOT_KNOWN ? null : <small>{unit}</small>}
  </>
)

/** The specification's short name of the AdBlue level (CST-08), with the full name as a tooltip. */
export const Adl = () => <abbr title={KIT.adblueLevel}>ADL</abbr>

/**
 * The address of a place in degrees, null if none is found, undefined until the first lookup ends. When the place changes,
 * the last address stays until the next one is known. Unmounting cancels the lookup.
 */
const useAddress = ([lng, lat]: readonly [lng: number, lat: number]): FoundAddress | null | undefined => {
  const { geocoder } = useServices()
  const [address, setAddress] = useState<FoundAddress | null>()
  useEffect(() => {
    const lookup = new AbortController()
    geocoder.addressOf([lng, lat], lookup.signal).then(setAddress, () => undefined)
    return () => lookup.abort()
  }, [geocoder, lng, lat])
  return address
}

/** An address as its source words it, or `12 kms NE of Nashik, Maharashtra` (CST-06). */
const AddressText = ({ address }: { address: FoundAddress }) => {
  if (typeof address === 'string') return <span translate="no">{address}</span>
  const { town, distanceKm, direction } = address
  return KIT.nearTown({
    distance: formatMeasure(measureOf('townDistance', distanceKm)),
    direction: COMPASS[direction],
    town,
  })
}

/** The address of a place in degrees (MAP-16), 'N/A' if none is found (MAP-50), with the credit that the geocoder requires. The lookup itself is not announced. */
export const Address = ({ place }: { place: readonly [lng: number, lat: number] }) => {
  const { geocoder } = useServices()
  const address = useAddress(place)
  if (address === undefined) return NOT_KNOWN
  if (address === null) return TEXTS.addressNotKnown
  const credit = geocoder.credit()
  return (
    <>
      <AddressText address={address} />
      {credit === null ? null : (
        <a className={classes['credit']} href={credit.href} target="_blank" rel="noopener noreferrer">
          {credit.name}
        </a>
      )}
    </>
  )
}

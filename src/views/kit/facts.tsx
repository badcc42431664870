import { type ReactNode, useEffect, useState } from 'react'
import { TEXTS as SPECIFIED } from '#contract/texts.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { useServices } from './app-context.tsx'
import classes from './facts.module.css'
import { NOT_KNOWN } from './formats.ts'

/** The facts of a card, in two columns. */
export const CardFacts = ({ children }: { children: ReactNode }) => (
  <dl className={classes['facts']}>{children}</dl>
)

/** One fact of a card; a dash if its value is not known. */
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

/** The specification's short name of the AdBlue level (CST-08), with the full name as a tooltip. */
export const Adl = () => <abbr title={KIT.adblueLevel}>ADL</abbr>

/**
 * The address of a place in degrees (MAP-16), 'N/A' if none is found (MAP-50), null until the first lookup ends. When the
 * place changes, the last address stays until the next one is known. Unmounting cancels the lookup.
 */
export const useAddress = (place: readonly [lng: number, lat: number] | null): string | null => {
  const { geocoder } = useServices()
  const [address, setAddress] = useState<string | null>(null)
  const [lng, lat] = place ?? [Number.NaN, Number.NaN]
  useEffect(() => {
    const lookup = new AbortController()
    geocoder.addressOf([lng, lat], lookup.signal).then(setAddress, () => undefined)
    return () => lookup.abort()
  }, [geocoder, lng, lat])
  return address
}

/** What the geocoder answers where there is no address. */
const NO_ADDRESS = SPECIFIED.addressNotKnown

/** The address of a place in degrees (MAP-16), with the credit that the geocoder requires. The lookup itself is not announced. */
export const Address = ({ place }: { place: readonly [lng: number, lat: number] }) => {
  const { geocoder } = useServices()
  const address = useAddress(place)
  const credit = address === null || address === NO_ADDRESS ? null : geocoder.credit()
  return (
    <>
      {address === NO_ADDRESS ? TEXTS.addressNotKnown : <span translate="no">{address ?? NOT_KNOWN}</span>}
      {credit === null ? null : (
        <a className={classes['credit']} href={credit.href} target="_blank" rel="noopener noreferrer">
          {credit.name}
        </a>
      )}
    </>
  )
}

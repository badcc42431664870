import { TEXTS } from '#contract/texts.ts'
import classes from './address.module.css'
import { useServices } from './app-context.tsx'
import { NOTHING } from './formats.ts'
import { useAddress } from './use-address.ts'

/** The address of a place in degrees (MAP-16), and under it whose knowledge it is where that must be said. Nothing is announced while it is looked up. */
export const Address = ({ place }: { place: readonly [lng: number, lat: number] }) => {
  const { geocoder } = useServices()
  const address = useAddress(place)
  const credit = address === null || address === TEXTS.addressNotKnown ? null : geocoder.credit()
  return (
    <>
      {address ?? NOTHING}
      {credit === null ? null : (
        <a className={classes['credit']} href={credit.href} target="_blank" rel="noopener noreferrer">
          {credit.name}
        </a>
      )}
    </>
  )
}

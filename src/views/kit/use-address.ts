import { useEffect, useState } from 'react'
import { useServices } from './app-context.tsx'

/**
 * The address of a place in degrees (MAP-16), 'N/A' where it cannot be found out (MAP-50); null until the first is there.
 * While the place moves on, the address before stays until the next one is known. A lookup nobody sees any more is cancelled.
 */
export const useAddress = (place: readonly [lng: number, lat: number] | null): string | null => {
  const { geocoder } = useServices()
  const [address, setAddress] = useState<string | null>(null)
  const [lng, lat] = place ?? [Number.NaN, Number.NaN]
  useEffect(() => {
    const leave = new AbortController()
    geocoder.addressOf([lng, lat], leave.signal).then(setAddress, () => undefined)
    return () => leave.abort()
  }, [geocoder, lng, lat])
  return address
}

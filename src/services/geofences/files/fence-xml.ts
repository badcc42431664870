import type { LngLat } from '#domain/geo.ts'
import { xmlText } from '../../playback/route-text.ts'
import type { FenceToWrite, FoundShape, NamedShape } from './found-shape.ts'

const childrenOf = (element: Element, name: string): Element[] =>
  [...element.children].filter(({ localName }) => localName === name)
const below = (element: Element, name: string): Element[] => [...element.getElementsByTagNameNS('*', name)]
const textOf = (element: Element | undefined): string | undefined => element?.textContent?.trim() || undefined

const placeOf = (lng: string | null | undefined, lat: string | null | undefined): LngLat => [
  Number.parseFloat(lng ?? ''),
  Number.parseFloat(lat ?? ''),
]

/** `lng,lat,altitude` by spaces. */
const kmlPlaces = (element: Element | undefined): LngLat[] =>
  (element?.textContent ?? '')
    .trim()
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => {
      const [lng, lat] = text.split(',')
      return placeOf(lng, lat)
    })

const kmlRadius = (placemark: Element): string | undefined => {
  const named = [...below(placemark, 'Data'), ...below(placemark, 'SimpleData')].find((each) =>
    /^radius(_m)?$/i.test(each.getAttribute('name') ?? ''),
  )
  return named === undefined ? undefined : (textOf(childrenOf(named, 'value')[0]) ?? textOf(named))
}

const kmlShapes = (placemark: Element): NamedShape[] => {
  const name = textOf(childrenOf(placemark, 'name')[0])
  const radius = kmlRadius(placemark)
  const coordinates = (element: Element) => kmlPlaces(below(element, 'coordinates')[0])
  const shapes: FoundShape[] = [
    ...below(placemark, 'Point').map((point): FoundShape => {
      const [centre = [Number.NaN, Number.NaN]] = coordinates(point)
      return { kind: 'circle', centre, radius }
    }),
    ...below(placemark, 'Polygon').map((polygon): FoundShape => {
      const [outer] = below(polygon, 'outerBoundaryIs')
      const hasHoles = below(polygon, 'innerBoundaryIs').length > 0
      return { kind: 'polygon', corners: outer === undefined ? [] : coordinates(outer), hasHoles }
    }),
    ...below(placemark, 'LineString').map(
      (line): FoundShape => ({ kind: 'line', corners: coordinates(line) }),
    ),
  ]
  return (shapes.length === 0 ? [{ kind: 'other' } as const] : shapes).map((shape) => ({ ...shape, name }))
}

const gpxPlace = (point: Element): LngLat => placeOf(point.getAttribute('lon'), point.getAttribute('lat'))

const gpxShapes = (gpx: Element): NamedShape[] => [
  ...childrenOf(gpx, 'wpt').map((point): NamedShape => {
    const name = textOf(childrenOf(point, 'name')[0])
    return { kind: 'circle', centre: gpxPlace(point), radius: textOf(below(point, 'radius')[0]), name }
  }),
  ...[...childrenOf(gpx, 'trk'), ...childrenOf(gpx, 'rte')].map((line): NamedShape => {
    const corners = [...below(line, 'trkpt'), ...below(line, 'rtept')].map(gpxPlace)
    return { kind: 'line', corners, name: textOf(childrenOf(line, 'name')[0]) }
  }),
]

/** The shapes of a KML or GPX text; null where it is neither or broken. A text with a document type is refused: it may define entities. */
export const readXmlShapes = (text: string): readonly NamedShape[] | null => {
  if (/<!DOCTYPE/i.test(text)) return null
  const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml')
  if (root.localName === 'kml') return below(root, 'Placemark').flatMap(kmlShapes)
  return root.localName === 'gpx' && below(root, 'parsererror').length === 0 ? gpxShapes(root) : null
}

const closed = (corners: readonly LngLat[]): readonly LngLat[] => [...corners, ...corners.slice(0, 1)]

/** KML 2.2 of fences: a circle is a point whose data has `radius` in metres. */
export const writeKml = (fences: readonly FenceToWrite[]): string => {
  const placemarks = fences.map(({ name, shape }) => {
    const geometry =
      shape.kind === 'circle'
        ? `<ExtendedData><Data name="radius"><value>${shape.radiusM}</value></Data></ExtendedData><Point><coordinates>${shape.centre.join()}</coordinates></Point>`
        : `<Polygon><outerBoundaryIs><LinearRing><coordinates>${closed(shape.corners)
            .map((corner) => corner.join())
            .join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
    return `<Placemark><name>${xmlText(name)}</name>${geometry}</Placemark>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${placemarks.join('')}</Document></kml>\n`
}

/** GPX 1.1 of fences: a circle is a waypoint with its radius in metres, an outline a track that ends where it begins. */
export const writeGpx = (fences: readonly FenceToWrite[], creator: string): string => {
  const at = ([lng, lat]: LngLat) => `lat="${lat}" lon="${lng}"`
  const circles = fences.map(({ name, shape }) =>
    shape.kind === 'circle'
      ? `<wpt ${at(shape.centre)}><name>${xmlText(name)}</name><extensions><radius xmlns="">${shape.radiusM}</radius></extensions></wpt>\n`
      : '',
  )
  const outlines = fences.map(({ name, shape }) =>
    shape.kind === 'polygon'
      ? `<trk><name>${xmlText(name)}</name><trkseg>${closed(shape.corners)
          .map((corner) => `<trkpt ${at(corner)}/>`)
          .join('')}</trkseg></trk>\n`
      : '',
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="${xmlText(creator)}" xmlns="http://www.topografix.com/GPX/1/1">\n${circles.join('')}${outlines.join('')}</gpx>\n`
}

import type { LngLat } from '#domain/geo.ts'
import { kmlCoordinates, kmlTrackPlace } from '#domain/kml-coordinates.ts'
import { numberOf } from '#domain/numbers.ts'
import { xmlText } from '../../playback/route-text.ts'
import type { FenceToWrite, FoundShape, NamedShape, ReadShapes } from './found-shape.ts'
import { mendedXml } from './mended-xml.ts'

const childrenOf = (element: Element, name: string): Element[] =>
  [...element.children].filter(({ localName }) => localName === name)
const below = (element: Element, name: string): Element[] => [...element.getElementsByTagNameNS('*', name)]
const isWithin = ({ parentElement }: Element, name: string): boolean =>
  parentElement !== null && (parentElement.localName === name || isWithin(parentElement, name))
const textOf = (element: Element | undefined): string | undefined => element?.textContent?.trim() || undefined

const placeOf = (lng: string | null | undefined, lat: string | null | undefined): LngLat => [
  numberOf(lng ?? ''),
  numberOf(lat ?? ''),
]

const kmlRadius = (placemark: Element): string | undefined => {
  const named = [...below(placemark, 'Data'), ...below(placemark, 'SimpleData')].find((each) =>
    /^radius(_m)?$/i.test(each.getAttribute('name') ?? ''),
  )
  return named === undefined ? undefined : (textOf(childrenOf(named, 'value')[0]) ?? textOf(named))
}

const UNREADABLE: FoundShape = { kind: 'unreadable' }
const NO_PLACE: FoundShape = { kind: 'noPlace' }

/** What is made of the coordinates of a KML geometry. */
const kmlShape = (
  geometry: Element | undefined,
  shapeOf: (places: readonly LngLat[], first: LngLat) => FoundShape,
): FoundShape => {
  const text = geometry === undefined ? undefined : textOf(below(geometry, 'coordinates')[0])
  if (text === undefined) return NO_PLACE
  const places = kmlCoordinates(text)
  const first = places?.[0]
  return places === null || first === undefined ? UNREADABLE : shapeOf(places, first)
}

const trackShape = (track: Element): FoundShape => {
  const corners = below(track, 'coord').map((coord): LngLat => {
    const { lng, lat } = kmlTrackPlace(coord.textContent ?? '') ?? {}
    return placeOf(lng, lat)
  })
  return corners.length === 0 ? NO_PLACE : { kind: 'line', corners }
}

const kmlShapes = (placemark: Element): NamedShape[] => {
  const name = textOf(childrenOf(placemark, 'name')[0])
  const radius = kmlRadius(placemark)
  const polygon = (ring: Element | undefined, hasHoles: boolean) =>
    kmlShape(ring, (corners) => ({ kind: 'polygon', corners, hasHoles }))
  const shapes: FoundShape[] = [
    ...below(placemark, 'Point').map((point) =>
      kmlShape(point, (places, centre) =>
        places.length === 1 ? { kind: 'circle', centre, radius } : UNREADABLE,
      ),
    ),
    ...below(placemark, 'Polygon').map((each) =>
      polygon(
        below(each, 'outerBoundaryIs')[0] ?? childrenOf(each, 'LinearRing')[0],
        below(each, 'innerBoundaryIs').length > 0,
      ),
    ),
    ...below(placemark, 'LinearRing')
      .filter((ring) => !isWithin(ring, 'Polygon'))
      .map((ring) => polygon(ring, false)),
    ...below(placemark, 'LineString').map((line) => kmlShape(line, (corners) => ({ kind: 'line', corners }))),
    ...below(placemark, 'Track').map(trackShape),
  ]
  return (shapes.length === 0 ? [NO_PLACE] : shapes).map((shape) => ({ ...shape, name }))
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

/** Where a browser says that XML is broken: "error on line 5", "Line Number 5", or 5:16. */
const LINE = /line(?: number)? (\d+)|^(\d+):\d+/i

const parsed = (text: string): Element | { readonly kind: 'broken'; readonly line: number | null } => {
  const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml')
  const [fault] = root.localName === 'parsererror' ? [root] : below(root, 'parsererror')
  if (fault === undefined) return root
  const [, named, counted] = LINE.exec(fault.textContent?.trim() ?? '') ?? []
  return { kind: 'broken', line: Number(named ?? counted) || null }
}

/** The shapes of a KML or GPX text. One with a document type is refused: it may define entities. */
export const readXmlShapes = (text: string): ReadShapes => {
  if (/<!DOCTYPE/i.test(text)) return { kind: 'docType' }
  const first = parsed(text)
  const second = 'kind' in first ? parsed(mendedXml(text)) : first
  if ('kind' in second) return first as typeof second
  if (second.localName === 'kml') return below(second, 'Placemark').flatMap(kmlShapes)
  return second.localName === 'gpx' ? gpxShapes(second) : null
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

import type { Map as MapLibreMap, StyleLayer } from 'maplibre-gl'

/**
 * Links the shaders of all layers of the bundled ground, best in its first frame.
 *
 * MapLibre links a shader when it first draws with it, and to learn whether that went well waits until the graphics card
 * has done all it was given before: up to a second when the tiles come, and a stutter where the camera reaches a zoom with
 * other layers. In the first frame there is little to wait for. MapLibre's cache is asked as its layers will ask it, and
 * their buckets know how; a test sees that these then link nothing more.
 */
export const linkShaders = ({ painter, style }: MapLibreMap): void => {
  const { projection } = style
  if (projection === undefined) return
  const link = (name: string, programConfiguration: Configuration = null) =>
    painter.programCache.getProgram({
      ...{ name, programConfiguration },
      projectionShaderVariant: {
        name: projection.shaderVariantName,
        define: projection.shaderDefine,
        prelude: projection.shaderPreludeCode,
      },
      ...{ showOverdrawInspector: false, useTerrain: false, defines: [] },
    })

  link('clippingMask')
  for (const layer of Object.values(style._layers)) {
    for (const name of shadersOf(layer)) link(name, configurationOf(layer))
  }
}

type Variant = Parameters<MapLibreMap['painter']['programCache']['getProgram']>[0]
type Configuration = NonNullable<Variant['programConfiguration']> | null
type Configured = { readonly programConfigurations?: { get(layerId: string): Configuration } }
type AnyBucket = Configured & { readonly text?: Configured; createArrays?(): void }

/** How the layer's values reach its shader, which the bucket of any of its tiles knows. */
const configurationOf = (layer: StyleLayer): Configuration => {
  const empty = { layers: [layer], index: 0, zoom: 0, pixelRatio: 1, overscaling: 1, sourceLayerIndex: 0 }
  const bucket = layer.createBucket?.({ ...empty, sourceID: layer.source } as BucketParameters) as
    | AnyBucket
    | undefined
  bucket?.createArrays?.()
  return (bucket?.text ?? bucket)?.programConfigurations?.get(layer.id) ?? null
}
type BucketParameters = Parameters<NonNullable<StyleLayer['createBucket']>>[0]

/** What MapLibre calls the shaders it draws a layer of the ground with. */
const shadersOf = (layer: StyleLayer): readonly string[] => {
  if (layer.type === 'line')
    return [layer.getPaintProperty('line-dasharray') === undefined ? 'line' : 'lineSDF']
  return SHADERS[layer.type] ?? []
}
const SHADERS: Readonly<Record<string, readonly string[]>> = {
  fill: ['fill', 'fillOutline'],
  symbol: ['symbolSDF'],
  circle: ['circle'],
}

import regular from '@fontsource/barlow/files/barlow-latin-400-normal.woff2?url'
import medium from '@fontsource/barlow/files/barlow-latin-500-normal.woff2?url'
import semiBold from '@fontsource/barlow/files/barlow-latin-600-normal.woff2?url'
import regularExtended from '@fontsource/barlow/files/barlow-latin-ext-400-normal.woff2?url'
import mediumExtended from '@fontsource/barlow/files/barlow-latin-ext-500-normal.woff2?url'
import semiBoldExtended from '@fontsource/barlow/files/barlow-latin-ext-600-normal.woff2?url'
import condensed from '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-500-normal.woff2?url'
import condensedExtended from '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-ext-500-normal.woff2?url'
import imagery from './blue-marble-india.webp?url'
import type { FontUrls } from './fonts.ts'
import tiles from './india.pmtiles?url'

const atPage = (address: string): string => new URL(address, document.baseURI).href

/** Where the bundled ground is served: the archive of its tiles, with its protocol, and the imagery. What they hold is part of their names, as the browser keeps ranges of an archive and must not mix those of two. */
export const basemapUrls = () => ({ tiles: `pmtiles://${atPage(tiles)}`, imagery: atPage(imagery) })

/** Where the bundled fonts of the map's texts are served. The only module of the style that knows the bundler. */
export const FONT_URLS: FontUrls = {
  regular: { latin: regular, extended: regularExtended },
  medium: { latin: medium, extended: mediumExtended },
  semiBold: { latin: semiBold, extended: semiBoldExtended },
  condensed: { latin: condensed, extended: condensedExtended },
}

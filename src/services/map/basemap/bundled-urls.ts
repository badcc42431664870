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

/**
 * Addresses of the bundled tile archive and image. Their names contain a hash of their content, because the browser
 * caches byte ranges and must not mix those of two versions.
 */
export const basemapUrls = () => ({ tiles: `pmtiles://${atPage(tiles)}`, imagery: atPage(imagery) })

/** Addresses of the bundled fonts. The only module of the style that depends on the bundler. */
export const FONT_URLS: FontUrls = {
  regular: { latin: regular, extended: regularExtended },
  medium: { latin: medium, extended: mediumExtended },
  semiBold: { latin: semiBold, extended: semiBoldExtended },
  condensed: { latin: condensed, extended: condensedExtended },
}

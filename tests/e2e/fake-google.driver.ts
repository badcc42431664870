import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The fake of Google's script, bundled as one script that a page can load. */
export const buildFakeGoogle = async () => {
  const entry = fileURLToPath(new URL('../kit/google-fake/install.ts', import.meta.url))
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'replacement' } },
  })
  const [bundle] = Array.isArray(built) ? built : []
  const [script] = bundle?.output ?? []
  if (script === undefined) throw new Error('The stand-in for Google was not built.')
  return `${script.code}\nwindow.fakeGoogle = replacement.installFakeGoogle(window)`
}

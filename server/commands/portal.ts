import { networkInterfaces } from 'node:os'
import { readConfiguration } from '../configuration.ts'
import { readServerAddress, type ServerAddress } from '../server-address.ts'

/** The server of the data directory: the one that runs, else the one that `npm start` would start with these variables. */
export const findServer = (
  dataDir: string,
  variables: NodeJS.ProcessEnv,
): { readonly address: ServerAddress; readonly isRunning: boolean } => {
  const running = readServerAddress(dataDir)
  if (running) return { address: running, isRunning: true }
  const { host, port, publicUrl = null } = readConfiguration(variables)
  return { address: { host, port, publicUrl }, isRunning: false }
}

/** This machine's IPv4 address in its network; undefined without a network. */
export const networkAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

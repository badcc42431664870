import { decodeQR } from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { deviceSettings, settingsText } from '#server/commands/vehicle-commands.ts'
import { createDevices } from '#server/ingest/devices.repository.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'

const database = withDatabase()
const COMPANY = { id: 0, name: 'Deccan Haul', timeZone: 'Asia/Kolkata' }

const idOf = async (name: string) => {
  const row = await database.db.selectFrom('company').select('id').where('name', '=', name).executeTakeFirst()
  return row?.id
}

test('npm run vehicle creates a vehicle and its company once and prints a key that ingest accepts', async () => {
  const first = await deviceSettings(database.db, 'KA 01 PH 0001', COMPANY)
  const company = { ...COMPANY, id: (await idOf(COMPANY.name)) ?? 0 }
  expect(await deviceSettings(database.db, 'ka 01 ph 0001', company)).toEqual(first)
  const devices = createDevices({ db: database.db, now: Date.now })
  const credentials = [first, { ...first, key: `${first.key}x` }]
  expect(await devices.authenticate(credentials)).toMatchObject([{ vehicleId: expect.any(Number) }, null])
})

test('npm run vehicle refuses a name that cannot be a registration, and adds no company for it', async () => {
  const company = { ...COMPANY, name: 'Nobody' }
  await expect(deviceSettings(database.db, ' ', company)).rejects.toThrow('cannot be a vehicle')
  await expect(deviceSettings(database.db, 'X'.repeat(500), company)).rejects.toThrow('longer than')
  await expect(deviceSettings(database.db, '8.61234E+14', company)).rejects.toThrow('into a number')
  expect(await idOf('Nobody')).toBeUndefined()
})

describe('the settings of a device', () => {
  const SETTINGS = { company: 'Deccan Haul', registration: 'KA 01', id: 'KA 01', key: 'secret-key' }
  const text = (
    address: { host?: string; port?: number; publicUrl?: string | null },
    { isRunning = true, isTerminal = false, outside = '192.168.1.5' as string | undefined } = {},
  ) =>
    settingsText(
      SETTINGS,
      { address: { host: '0.0.0.0', port: 8080, publicUrl: null, ...address }, isRunning, outside },
      isTerminal,
    )

  test.each([
    [{ publicUrl: 'https://fleet.example', host: '127.0.0.1' }, 'https://fleet.example'],
    [{ port: 9000 }, 'http://192.168.1.5:9000'],
    [{ host: '::' }, 'http://192.168.1.5:8080'],
    [{ host: '10.0.0.7' }, 'http://10.0.0.7:8080'],
    [{ host: '127.0.0.1' }, 'http://localhost:8080'],
    [{ host: 'fd00::7' }, 'http://[fd00::7]:8080'],
  ])('%j leads to %s', (address, url) => {
    expect(text(address)).toContain(`${url}/ingest/osmand?key=secret-key\n`.trimEnd())
  })
  test('say what to do if a phone cannot reach the server or none runs', () => {
    expect(text({ host: '127.0.0.1' })).toContain('HOST=0.0.0.0 npm start')
    expect(text({}, { isRunning: false })).toContain('npm start')
    expect(text({})).not.toContain('npm start')
    expect(text({ publicUrl: 'https://fleet.example', host: '127.0.0.1' })).not.toContain('HOST')
  })
  test('are in the QR code of a terminal, and only there', () => {
    const lines = text({}, { isTerminal: true })
      .split('\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours
      .flatMap((line) => /^\x1b\[97;40m(.*)\x1b\[0m$/.exec(line)?.[1] ?? [])
    const light = lines.flatMap((line) => [
      [...line].map((half) => half === '█' || half === '▀'),
      [...line].map((half) => half === '█' || half === '▄'),
    ])
    const scale = 4
    const width = (light[0]?.length ?? 0) * scale
    const height = light.length * scale
    const data = new Uint8Array(width * height * 4).fill(255)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (!light[Math.floor(y / scale)]?.[Math.floor(x / scale)])
          data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    const link = new URL(decodeQR({ width, height, data }))
    expect(link.protocol).toBe('org.traccar.client:')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      id: 'KA 01',
      url: 'http://192.168.1.5:8080/ingest/osmand?key=secret-key',
    })
    expect(text({})).not.toContain('▀')
  })
})

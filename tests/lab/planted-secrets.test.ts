import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { EventObject } from 'xstate'
import { LAB_MACHINES, type LabMachine } from '#src/lab/lab-machines.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { TICKS } from '#src/services/recorder/event-rules.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { packRecording } from '#src/services/recorder/recording-file.ts'
import { silence, startStill } from '#src/services/recorder/replay.ts'

const PLANTED = 'planted'

/** What must not be in a recording as it is, by the fields in which it comes. */
const SECRETS = Object.fromEntries(
  [
    ...['password', 'currentPassword', 'newPassword', 'token', 'accessToken', 'access_token', 'refreshToken'],
    ...[
      'refresh_token',
      'id_token',
      'codeVerifier',
      'otp',
      'apiKey',
      'gatewayKey',
      'authorization',
      'cookie',
    ],
    ...['firstName', 'lastName', 'userName', 'email', 'emailId', 'mobile', 'mobileNumber', 'phone'],
    ...['RegNo', 'registration', 'registrationId', 'vehicle', 'truck', 'driver', 'imei', 'vin', 'deviceId'],
    ...['companyName', 'geoFenceName', 'fileName', 'recipient', 'supportPhone', 'supportEmail', 'name'],
  ].map((field) => [field, `${PLANTED} ${field}`]),
)
const SECRET_FIELDS: Readonly<Record<string, unknown>> = {
  ...SECRETS,
  search: `?path=${PLANTED}`,
  headers: { accept: PLANTED },
  text: `${PLANTED}@roadbook.example of MH 12 AB 1234 at /share/${PLANTED}-0123456789abcdef?key=${PLANTED}`,
}

/** The event with secrets beside all that it carries, at every depth. */
const withSecrets = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(withSecrets)
  if (typeof data !== 'object' || data === null) return data
  const inside = Object.entries(data).map(([key, value]) => [key, withSecrets(value)])
  // A name beside a message is that of an error, which guards read.
  const { name, ...others } = SECRET_FIELDS
  const added = 'message' in data ? others : { ...others, name }
  return { ...added, ...Object.fromEntries(inside), more: [SECRET_FIELDS] }
}

/** The file of a recording of a machine that is sent one event. */
const fileAfter = ({ machine, model }: LabMachine, event: EventObject): string => {
  const recorder = createRecorder({
    clock: createClock(),

    ...{ release: 'test', userAgent: 'test' },
  })
  const actor = startStill(silence(machine, { alone: true }), {
    input: model.inputs[0],
    inspect: recorder.inspect,
  })
  actor.send(event)
  const file = gunzipSync(packRecording(recorder.snapshot({ withPlaces: true }))).toString()
  actor.stop()
  return file
}

test.each(LAB_MACHINES.map((lab) => [lab.name, lab] as const))(
  'no secret and no name that comes with any event of %s is in the file of a recording',
  (_, lab) => {
    for (const stimulus of lab.model.stimuli) {
      const { type, ...payload } = stimulus
      if (TICKS.has(type)) {
        expect(new Set(Object.values(payload).map((value) => typeof value))).toEqual(new Set(['number']))
        continue
      }
      const file = fileAfter(lab, { ...(withSecrets(stimulus) as object), type })
      expect(file).toContain(JSON.stringify(type))
      expect(file.match(/.{0,60}(?:planted|MH 12 AB).{0,60}/)?.[0], type).toBeUndefined()
    }
  },
)

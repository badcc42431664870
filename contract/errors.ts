import type * as z from 'zod/mini'
import { FENCE } from '#domain/fence-limits.ts'
import type { Side } from '#domain/fences.ts'
import { LONGEST_PLAYBACK_DAYS } from '#domain/playback.ts'
import { LIVE_SHARE } from './constants.ts'
import { type ErrorParams, fillMessage } from './fill-message.ts'

/**
 * Every code that an error reply can carry, with its status and the English message the server writes for it.
 * `{name}` in a message is a parameter, which the reply carries too. Clients show a text of their own for the code;
 * the message is for logs, for curl and for clients that do not know the code.
 */
export const ERRORS = {
  // any call
  notFound: { status: 404, message: 'Not found' },
  notBuilt: { status: 501, message: 'This is not built yet.' },
  unavailable: { status: 503, message: 'The data cannot be reached at the moment. Please try again.' },
  diskFull: {
    status: 503,
    message: 'The disk of the server is full: nothing can be stored. Please tell your administrator.',
  },
  serverError: {
    status: 500,
    message: 'Something went wrong on our side. Please name {id} when you report it.',
  },
  addressNotEncoded: { status: 400, message: 'The address is not correctly encoded.' },
  unreadableRequest: { status: 400, message: 'The request cannot be read: {reason}' },
  requestTooLarge: { status: 413, message: 'The request is too large.' },
  unsupportedType: { status: 415, message: 'The content type of the request is not supported.' },
  invalidInput: { status: 400, message: 'The {part} is not as expected.' },
  queryNotEncoded: { status: 400, message: 'The query is not correctly encoded.' },
  queryNameInvalid: { status: 400, message: 'The query parameter “{name}” has no valid name.' },
  queryNameRepeated: { status: 400, message: 'The query parameter “{name}” is given more than once.' },
  queryTooLong: { status: 400, message: 'The query has more than {most} parameters.' },
  // access
  unauthenticated: { status: 401, message: 'The access token is missing, expired or no longer valid.' },
  apiKeyWrong: { status: 403, message: 'The API key is missing or wrong.' },
  authUserMismatch: { status: 403, message: 'The AuthUser header names another user than the token.' },
  roleNotAllowed: { status: 403, message: 'Your role may not do this.' },
  // support acting for a user
  actingNotAllowed: { status: 403, message: 'Acting for another user is not for your role.' },
  actingFirst: {
    status: 403,
    message: 'Choose the user to act for first: support sees no data of customers without one.',
  },
  actingHeadersIncomplete: { status: 400, message: 'requestedUserId and requestedRole come together.' },
  actingUserInvalid: { status: 400, message: 'requestedUserId must be one user id.' },
  actingRoleInvalid: { status: 400, message: 'requestedRole must be one role.' },
  actingNever: {
    status: 403,
    message: 'This cannot be done for another user. Leave the profile with SWITCH PROFILE first.',
  },
  actingEnded: {
    status: 403,
    message: 'You do not act for this user now. Choose the user again through SWITCH PROFILE.',
  },
  actingRoleNotAllowed: {
    status: 403,
    message: 'Your role or the role of the chosen user may not do this.',
  },
  actingUserGone: {
    status: 403,
    message: 'The chosen user is no longer there. Choose a user through SWITCH PROFILE.',
  },
  // session
  tooManyLogins: { status: 429, message: 'Too many failed logins. Please try again later.' },
  tooManyTries: { status: 429, message: 'Too many tries. Please try again later.' },
  resetLinkInvalid: { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  currentPasswordWrong: { status: 400, message: 'The current password is not right.' },
  refreshTokenMissing: { status: 400, message: 'refresh_token is missing.' },
  refreshTokenInvalid: { status: 400, message: 'The refresh token is expired, revoked or unknown.' },
  codeMissing: { status: 400, message: 'code or code_verifier is missing.' },
  codeInvalid: { status: 400, message: 'The code is expired, used, unknown or for another login.' },
  signOnAway: {
    status: 503,
    message: 'The sign-in service cannot be reached. Please try again later, or log in with your password.',
  },
  signOnRefused: {
    status: 403,
    message:
      'The answer of the sign-in service cannot be trusted, so nobody was logged in. Please contact your administrator.',
  },
  personUnknown: {
    status: 403,
    message:
      'You are signed in, but there is no account here with your e-mail address. Ask your administrator to add one.',
  },
  emailUnverified: {
    status: 403,
    message: 'Your e-mail address is not confirmed at the sign-in service. Confirm it there, then try again.',
  },
  userDisabled: { status: 403, message: 'Your account here is disabled. Please ask your administrator.' },
  userLinkedElsewhere: {
    status: 403,
    message:
      'The account with your e-mail address belongs to another user of the sign-in service. Please ask your administrator.',
  },
  grantTypeUnsupported: {
    status: 400,
    message: 'grant_type must be authorization_code or refresh_token.',
  },
  // users
  userNameTaken: { status: 409, message: 'There is a user of this name already. Choose another name.' },
  emailTaken: {
    status: 409,
    message: 'Another user has this e-mail address. Each user needs one of their own.',
  },
  // fleet, live, playback
  statusUnknown: { status: 400, message: 'The status “{status}” is not known.' },
  vehiclesNotNamed: { status: 400, message: 'Name the vehicles to follow: vehicleId, or vehicleIds.' },
  tooManyStreams: {
    status: 429,
    message: 'Too many live connections are open. Close some windows of the portal and try again.',
  },
  timeInvalid: {
    status: 400,
    message: '{name} must be a time of the form YYYY-MM-DD HH:mm:ss in IST, in the years 1970 to 2199.',
  },
  rangeReversed: {
    status: 400,
    message: 'The range ends before it begins. Choose an earlier start or a later end.',
  },
  rangeAhead: { status: 400, message: 'The range has not begun yet. Choose an earlier start.' },
  rangeTooLong: {
    status: 400,
    message: `At most ${LONGEST_PLAYBACK_DAYS} days can be played at once. Choose a later start or an earlier end.`,
  },
  tooManyPositions: {
    status: 400,
    message: 'The range holds more than the {most} positions that can be played. Choose a shorter range.',
  },
  // alerts
  alertTypeUnknown: { status: 400, message: 'The alert type “{type}” is not known.' },
  alertRangeTooLong: {
    status: 400,
    message: 'At most a year of alerts can be read at once. Choose a later start or an earlier end.',
  },
  // figures
  figuresRangeTooLong: {
    status: 400,
    message: 'Figures of at most a year can be read at once. Choose a later start or an earlier end.',
  },
  figuresTooManyVehicles: {
    status: 400,
    message: 'Figures of at most {most} vehicles can be put together. Choose a group.',
  },
  // fleet health
  dtcRangeTooLong: {
    status: 400,
    message: 'At most a year of trouble codes can be read at once. Choose a later start or an earlier end.',
  },
  serviceOdometerImpossible: {
    status: 400,
    message:
      'The truck reports {shown, number} km now, so {given, number} km is not possible on that day. Check the number, or leave it empty to take what the truck reported.',
  },
  serviceOdometerDoubtful: {
    status: 409,
    message:
      'The truck reported about {thatDay, number} km on that day, and you wrote {given, number} km. Check the number, or confirm it.',
  },
  serviceHoursImpossible: {
    status: 400,
    message:
      'The truck reports {shown, number} engine hours now, so {given, number} is not possible on that day. Check the number, or leave it empty to take what the truck reported.',
  },
  serviceHoursDoubtful: {
    status: 409,
    message:
      'The truck reported about {thatDay, number} engine hours on that day, and you wrote {given, number}. Check the number, or confirm it.',
  },
  serviceOdometerUnknown: {
    status: 409,
    message:
      'The truck first reported {thatDay, number} km, on {day}; what it showed before is not known. Write the odometer of that day, or confirm that the next service is not counted by distance.',
  },
  serviceOdometerBefore: {
    status: 409,
    message:
      'The truck first reported about {thatDay, number} km, on {day}, and you wrote {given, number} km for a day before. Check the number, or confirm it.',
  },
  serviceHoursBefore: {
    status: 409,
    message:
      'The truck first reported about {thatDay, number} engine hours, on {day}, and you wrote {given, number} for a day before. Check the number, or confirm it.',
  },
  serviceOdometerUnusual: {
    status: 409,
    message:
      'You wrote {given, number} km, which is more than trucks drive, and the truck reports no odometer to compare it with. Check the number, or confirm it.',
  },
  serviceHoursUnusual: {
    status: 409,
    message:
      'You wrote {given, number} engine hours, which is more than trucks run, and the truck reports none to compare it with. Check the number, or confirm it.',
  },
  intervalNeverDue: {
    status: 409,
    message:
      'With this interval the truck would never be due: it has no measure that the truck reports. Write an interval that counts, or confirm it.',
  },
  intervalLessUrgent: {
    status: 409,
    message:
      'The truck is overdue now, and with this interval it would not be. Check the interval, or confirm it.',
  },
  intervalUnusual: {
    status: 409,
    message:
      'This interval is unusually long: trucks of this kind are serviced every {km, number} km, {hours, number} engine hours or {days, number} days. Check it, or confirm it.',
  },
  serviceTooOld: {
    status: 400,
    message: 'A service of more than {years, number} years ago cannot be recorded. Check the date.',
  },
  serviceInFuture: { status: 400, message: 'A service can be marked as done up to now, not in the future.' },
  // geofences
  fenceVehicles: {
    status: 400,
    message: 'Choose vehicles, or a group or region that has some, or all vehicles.',
  },
  fenceCompanies: { status: 400, message: 'Choose vehicles of one company, so that the fence is theirs.' },
  fenceNameTaken: {
    status: 409,
    message: 'There is a fence of this name already. Choose another name.',
  },
  fleetFull: {
    status: 409,
    message: 'The company has {most} vehicles already, which is the most. Contact support.',
  },
  fencesFull: {
    status: 409,
    message: 'There are {most} fences already, which is the most. Delete one first.',
  },
  fenceHistoryFull: {
    status: 409,
    message:
      'The geofences of your company have changed too often in the last {days} days. Try again tomorrow.',
  },
  fenceCornersFull: {
    status: 409,
    message:
      'The outlines of all your geofences may have {most} corners together, of which {free} are free. Leave corners out, or delete a fence first.',
  },
  fenceOutdated: {
    status: 409,
    message: 'This fence was changed since you opened it. Reload it, then make your changes again.',
  },
  fenceCreatedBefore: {
    status: 409,
    message:
      'This fence was created when you saved it first, and was changed since. Cancel, then open it in the list.',
  },
  // live links
  shareVehicles: { status: 400, message: 'Name the vehicles to share: vehicleIds, or tripId.' },
  shareCompanies: { status: 400, message: 'Choose vehicles of one company.' },
  shareEndMissing: { status: 400, message: 'Say when the link ends.' },
  shareEndTooEarly: { status: 400, message: 'The end of the link must be in the future.' },
  shareEndTooFar: {
    status: 400,
    message: `A link ends in at most ${LIVE_SHARE.maxDays} days. Choose an earlier end.`,
  },
  shareTripNotRunning: { status: 400, message: 'This trip does not run. Share the vehicle instead.' },
  shareFenceMissing: { status: 400, message: 'Choose the geofence in which the link ends.' },
  shareAlreadyThere: {
    status: 400,
    message: '{registration} is in this geofence already. Leave it out, or choose another end.',
  },
  shareEnded: { status: 409, message: 'This link has ended. Share the vehicles again.' },
  sharesFull: {
    status: 409,
    message: 'There are {most} open live links already, which is the most. Revoke one first.',
  },
  tooManyViewers: {
    status: 429,
    message: 'Too many people are watching this link at the moment. Please try again in a minute.',
  },
  // ticker, payment
  tickerFull: {
    status: 409,
    message: 'There are {most} messages already, which is the most. Delete one first.',
  },
  paymentNotConfigured: {
    status: 404,
    message: 'No payment portal is configured for this installation. Please contact your administrator.',
  },
  // reports of problems
  problemReportInvalid: {
    status: 400,
    message: 'This is not a recording of this release. Save the file instead, and send it by mail.',
  },
  problemReportsFull: {
    status: 429,
    message: 'You have sent {most} reports in 24 hours, which is the most. Save the file instead.',
  },
  // import of positions
  importBusy: {
    status: 409,
    message: 'Another import of your company is in progress. Wait until it is done, or cancel it.',
  },
  importGone: {
    status: 409,
    message: 'This import is no longer there. Choose the file again; nothing is stored twice.',
  },
  importOutOfStep: { status: 409, message: 'This cannot be done in the present state of the import.' },
  importTooLarge: {
    status: 413,
    message: 'A file may hold at most {most} MB. Split it, and import the parts one after the other.',
  },
  importsFull: {
    status: 503,
    message: 'The server is importing for other companies. Try again in a few minutes.',
  },
  // gateway
  gatewayKeyExists: {
    status: 409,
    message: 'The company has a gateway key by now. Reload the page; replace the key if you do not have it.',
  },
  gatewayDeviceChanged: {
    status: 409,
    message: 'This device was accepted, moved or released meanwhile. Reload the list.',
  },
  gatewayVehicleUnknown: {
    status: 400,
    message: 'There is no vehicle {registration}. Choose another, or add it.',
  },
  gatewayVehiclesWithheld: {
    status: 403,
    message:
      'A gateway reports for all vehicles of the company, and you do not see all of them. Ask somebody who does.',
  },
  gatewayVehicleWithheld: {
    status: 400,
    message: '{registration} names a vehicle that you do not see. Choose another.',
  },
  gatewayVehicleRefused: {
    status: 400,
    message: '“{registration}” cannot be the registration of a vehicle. Choose another.',
  },
  // devices
  noPosition: { status: 400, message: 'There is no position in the request.' },
  deviceIdMissing: {
    status: 400,
    message: "Position {index}: 'id' or 'device_id' is missing. Nothing was stored.",
  },
  deviceUnknown: { status: 401, message: 'Unknown device or wrong key.' },
  gatewayKeyWrong: { status: 401, message: 'The gateway key is missing or wrong.' },
  tooManyUnknownDevices: {
    status: 429,
    message: 'Too many unknown devices have reported from this address. Please try again later.',
  },
  tooManyGatewayKeys: {
    status: 429,
    message: 'Too many requests with a missing or wrong gateway key from this address. Correct the key.',
  },
  positionRefused: { status: 400, message: 'Refused: {reason}.' },
  positionsRefused: {
    status: 400,
    message: 'All {count} positions were refused; position {index}: {reason}.',
  },
  positionsTooLarge: { status: 413, message: 'A request may hold at most {most} bytes.' },
  databaseAway: { status: 503, message: 'The database is away; nothing was acknowledged.' },
  serverStopping: { status: 503, message: 'The server is stopping.' },
  queueFull: { status: 503, message: 'Too much is waiting to be stored.' },
  storingTooSlow: { status: 503, message: 'Storing takes too long; nothing was acknowledged.' },
  positionsNotStored: { status: 503, message: 'The positions could not be stored; send them again.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>

/** What can be wrong with one field of a request, beside the codes of replies, and its English message. */
export const FIELD_ERRORS = {
  // any field
  invalid: 'This is not valid.',
  wrongType: 'This is missing, or not of type {expected}.',
  notAllowed: 'This must be one of: {values}.',
  wrongFormat: 'Write this as {format}.',
  unknownNames: 'These names are not known: {names}.',
  empty: 'This must not be empty.',
  issuerInvalid: 'Write the issuer as its address that begins with https://, without a query.',
  scopeInvalid: "Write scopes with one space between them, and 'openid' among them.",
  tooShort: 'Use at least {min} characters.',
  tooLong: 'Use at most {max} characters.',
  tooLow: 'Use {min} or more.',
  tooHigh: 'Use {max} or less.',
  tooManyDecimals: 'Use at most {max} decimals.',
  tooFew: 'Give at least {min}.',
  tooMany: 'Give at most {max}.',
  holdsNul: 'This holds a NUL character.',
  timeZoneUnknown: 'This is no known time zone. Write it like Asia/Kolkata.',
  // alert preferences
  mobileMissing: 'The portal has no mobile number of this user, so no SMS can be sent.',
  // support
  reasonMissing: 'Say why access is needed: a ticket number, or who asked for it.',
  // import of positions
  importTooManyPositions:
    'The file holds more than {most} positions. Split it, and import the parts one after the other.',
  importTooManyDays:
    'Nothing was imported: the file has positions of more than {most} days of vehicles together. Split the file, and import the parts one after the other.',
  importDayTooFull:
    'Nothing was imported: {vehicle} has more than {most} positions on {day}, more than one a second. Leave some out, and import the file again.',
  importTooSlow:
    'The import took longer than {minutes} minutes and was ended. Split the file, and import the parts one after the other.',
  importUndecided:
    'Nothing was imported: the file leaves open how it is read. Choose the file again, and answer what its check asks before you import it.',
  importZoneChanged:
    'Nothing was imported: the time zone of the company was changed meanwhile. Choose the file again.',
  importRightsEnded:
    'The import was ended because the user who began it may no longer import, or no longer sees the same vehicles. Positions that are already stored are not stored twice.',
  importRestarted:
    'The server was restarted while this import was under way. Choose the file again: positions that are already stored are not stored twice.',
  importRestartedPartly:
    'The server was restarted while this import was under way. At least {stored} of its positions had been stored by then. Choose the file again: they are not stored twice.',
  importFailed:
    'The import was ended by a fault on our side. Import the file again; nothing is stored twice.',
  // passwords
  lowercaseMissing: 'Use a lowercase letter.',
  uppercaseMissing: 'Use an uppercase letter.',
  digitMissing: 'Use a digit.',
  // geofences
  fenceNameMissing: 'Give the fence a name.',
  fenceNameTooLong: `A name has at most ${FENCE.maxNameLength} characters.`,
  fenceType: 'Choose a type of fence.',
  fenceDate: 'Give date and time as YYYY-MM-DD HH:mm:ss in IST.',
  fenceDateOrder: 'The fence must end after it begins.',
  fenceValidityTooLong: `A fence is valid for at most ${FENCE.maxValidYears} years.`,
  fenceCentreMissing: 'Place the centre of the circle on the map.',
  fenceEdgeMissing: 'Place the edge of the circle on the map.',
  fenceOutlineMissing: `Place at least ${FENCE.minCorners} corners of the outline on the map, and finish it.`,
  fenceOutlineUnfinished: 'Finish the outline: press its first corner again, or Finish outline.',
  fenceDrawingFailed:
    'Drawing on the map could not be started. Enter the centre and radius as numbers, or open the fence again.',
  fenceRadius: `Give a radius from ${FENCE.radiusM.least} to ${FENCE.radiusM.most} metres.`,
  fenceDrawnTooWide: `A radius is at most ${FENCE.radiusM.most / 1000} kms. Zoom in, and keep the edge nearer to the centre.`,
  fenceDrawnTooNarrow: `A radius is at least ${FENCE.radiusM.least} m. Keep the edge farther from the centre.`,
  fenceLatitude: 'A latitude lies between -90 and 90.',
  fenceLongitude: 'A longitude lies between -180 and 180.',
  fenceAntimeridian: 'A fence cannot lie across the 180° meridian. Draw one fence on each side of it.',
  fencePole: 'A fence cannot reach over a pole.',
  fencePolygonInCircle: 'A circle has no corners: send geoFencePolygonCoordinates as null.',
  fenceCircleInPolygon: 'A polygon has neither centre nor radius: send them as null.',
  fenceFewCorners: `An outline needs at least ${FENCE.minCorners} different corners.`,
  fenceManyCorners: `An outline has at most ${FENCE.maxCorners} corners. Leave some out.`,
  fenceFlat: 'The corners lie on one line. Move one of them so that the outline encloses an area.',
  fenceTooWide: `A fence is at most ${FENCE.maxAcrossDegrees} degrees across. Draw a smaller one.`,
  fenceCrossing:
    'The outline crosses itself: the side from corner {from} to {to} meets the side from corner {otherFrom} to {otherTo}. Move one of these corners.',
} as const satisfies Readonly<Record<string, string>>

/** What the server asks about before it stores it: the same call with `isConfirmed` goes through. These refusals are no errors (SES-54). */
export const QUESTIONS: ReadonlySet<string> = new Set<keyof typeof ERRORS>([
  'serviceOdometerDoubtful',
  'serviceHoursDoubtful',
  'serviceOdometerUnknown',
  'serviceOdometerBefore',
  'serviceHoursBefore',
  'serviceOdometerUnusual',
  'serviceHoursUnusual',
  'intervalNeverDue',
  'intervalLessUrgent',
  'intervalUnusual',
])

/** The code of an error reply. */
export type ErrorCode = keyof typeof ERRORS
/** What can be wrong with a field; some of it is the whole reply's code as well. */
export type FieldErrorCode = ErrorCode | keyof typeof FIELD_ERRORS

export type { ErrorParams }
/** What is wrong, for a text in any language. */
export type Fault = { readonly code: FieldErrorCode; readonly params: ErrorParams }
/** What is wrong with one field, named by its path: `geoFencePolygonCoordinates.0.latitude`. */
export type FieldError = Fault & { readonly field: string }

type ParamName<TMessage extends string> = TMessage extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Plain}, number` ? Plain : Name) | ParamName<Rest>
  : never
type MessageOf<TCode extends FieldErrorCode> = TCode extends ErrorCode
  ? (typeof ERRORS)[TCode]['message']
  : TCode extends keyof typeof FIELD_ERRORS
    ? (typeof FIELD_ERRORS)[TCode]
    : never
/** Exactly the parameters that the message of a code has. */
export type ParamsOf<TCode extends FieldErrorCode> = Readonly<
  Record<ParamName<MessageOf<TCode>>, string | number>
>
/** The codes of replies whose message has no parameters. */
export type ParameterlessCode = {
  [TCode in ErrorCode]: Record<never, never> extends ParamsOf<TCode> ? TCode : never
}[ErrorCode]
/** The parameters as an argument, which is left out where the message has none. */
export type ParamsArgument<TCode extends FieldErrorCode> =
  Record<never, never> extends ParamsOf<TCode> ? [] : [params: ParamsOf<TCode>]

/** The English message of each code, with its placeholders. */
export const ERROR_MESSAGES = {
  ...FIELD_ERRORS,
  ...(Object.fromEntries(Object.entries(ERRORS).map(([code, { message }]) => [code, message])) as {
    [TCode in ErrorCode]: (typeof ERRORS)[TCode]['message']
  }),
} as const satisfies Readonly<Record<FieldErrorCode, string>>

/** Whether a text is the code of an error reply. */
export const isErrorCode = (text: unknown): text is ErrorCode =>
  typeof text === 'string' && Object.hasOwn(ERRORS, text)

/** Whether a text is a code of either table. */
export const isFieldErrorCode = (text: unknown): text is FieldErrorCode =>
  typeof text === 'string' && Object.hasOwn(ERROR_MESSAGES, text)

/** The English message of what is wrong. */
export const errorMessage = ({ code, params }: Fault): string => fillMessage(ERROR_MESSAGES[code], params)

/** A code as the `error` of a schema's check, so that only known ones are written there. */
export const errorCode = (code: FieldErrorCode): FieldErrorCode => code

/** What is wrong, by a code and the parameters of its message. */
export const faultOf = <TCode extends FieldErrorCode>(
  code: TCode,
  ...[params]: ParamsArgument<TCode>
): Fault => ({ code, params: params ?? {} })

/** An outline that crosses itself, by two sides that meet. */
export const crossingFault = (one: Side, other: Side): Fault =>
  faultOf('fenceCrossing', { ...one, otherFrom: other.from, otherTo: other.to })

/** The formats of texts, zod's own and those that the contract gives to `z.stringFormat`, in the users' words. */
const FORMATS: Readonly<Record<string, string>> = {
  id: 'a whole number from 1',
  istTime: 'YYYY-MM-DD HH:mm:ss in IST',
  oneTimeCode: 'six digits',
  date: 'YYYY-MM-DD',
  time: 'HH:mm:ss',
  email: 'an e-mail address',
  url: 'a web address',
}

const formatFault = ({ format }: z.core.$ZodIssueInvalidStringFormat): Fault => {
  const known = FORMATS[format]
  return known === undefined ? faultOf('invalid') : faultOf('wrongFormat', { format: known })
}

/** Longest list of names that a reply repeats, in characters: the client has chosen them. */
const NAMES_SHOWN = 200

const sizeFault = (issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Fault => {
  if (issue.inclusive === false) return faultOf('invalid')
  const isText = issue.origin === 'string'
  const isList = issue.origin === 'array' || issue.origin === 'set'
  if (issue.code === 'too_small') {
    const min = Number(issue.minimum)
    if (isText) return min === 1 ? faultOf('empty') : faultOf('tooShort', { min })
    return isList ? faultOf('tooFew', { min }) : faultOf('tooLow', { min })
  }
  const max = Number(issue.maximum)
  if (isText) return faultOf('tooLong', { max })
  return isList ? faultOf('tooMany', { max }) : faultOf('tooHigh', { max })
}

/**
 * What a schema found wrong. Schemas of the contract name a code as the `error` of their checks, and add its parameters
 * to custom issues; where they name none, the kind of the issue gives one.
 */
export const faultOfIssue = (issue: z.core.$ZodIssue): Fault => {
  if (isFieldErrorCode(issue.message))
    return {
      code: issue.message,
      params: issue.code === 'custom' ? ((issue.params ?? {}) as ErrorParams) : {},
    }
  switch (issue.code) {
    case 'invalid_type':
      return faultOf('wrongType', { expected: issue.expected })
    case 'invalid_value':
      return faultOf('notAllowed', { values: issue.values.map(String).join(', ') })
    case 'too_small':
    case 'too_big':
      return sizeFault(issue)
    case 'invalid_format':
      return formatFault(issue)
    case 'unrecognized_keys':
      return faultOf('unknownNames', { names: issue.keys.join(', ').slice(0, NAMES_SHOWN) })
    default:
      return faultOf('invalid')
  }
}

/** What a schema found wrong, with the path of the field. */
export const fieldErrorOf = (issue: z.core.$ZodIssue): FieldError => ({
  field: issue.path.map(String).join('.'),
  ...faultOfIssue(issue),
})

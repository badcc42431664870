import { type ErrorParams, fillMessage } from './fill-message.ts'

/** What is wrong with a line, a column or a file that is imported, in English; `{name}` is a parameter. The views have it in the user's language. */
export const IMPORT_PROBLEMS = {
  textNotUtf8: 'the text is not valid UTF-8',
  quoteOpen: 'a quote is opened and never closed',
  lineTooLong: 'the line is longer than 1 MiB',
  lineOneField: 'the line has one field only',
  lineManyFields: 'the line has more fields than the header; numbers and texts with commas need quotes',
  lineWithoutTimes: 'the line has no times. Export what was driven as a track with times (gx:Track)',
  lineWithoutTimeList:
    'the line has no time for each of its positions. Write them as the property coordTimes, times or time',
  pointWithoutTime: 'the point has no time',
  timeWithoutPosition: 'the time has no position',
  coordinatesUnreadable:
    'the coordinates are not those of one point. Write longitude, latitude and altitude, with decimal points',
  timeMissing: 'the time is missing',
  timeUnreadable: 'the time “{time}” is not readable',
  timeDayNumber:
    'the time “{time}” looks like the day number of a spreadsheet. Format its column as date and time, such as 2026-11-20 10:00, and export it again',
  timeMonthUnknown:
    'the time “{time}” has a month that is not known. Write months in numbers or in English, such as 2026-11-20, and export it again',
  timesDisagree: 'the date “{date}” and the time “{time}” are two different times of day',
  zoneUnknown:
    'the time zone “{zone}” is not one that can be told for certain. Write the offset from UTC, such as +05:30',
  zoneIst:
    'the time zone “IST” is that of several countries. If it is India’s, choose Asia/Kolkata as the time zone of the file; else write the offset from UTC, such as +05:30',
  zonesDisagree: 'the day is in the time zone “{date}” and the time of day in “{time}”',
  fileTooHard:
    'the file takes too long or too much memory to read. Save it anew with another program, or in parts',
  hourTwice:
    'times within the hour that occurs twice when the clocks go back, whose order does not tell which of the two it is: {times}',
  hourSkipped:
    'times within the hour that the clocks skip when they go forward, which are taken as after it: {times}',
  timeNotReadable: 'the time is missing or not readable',
  timeTooEarly: 'the time is before the year 2000',
  timeTooLate: 'the time is after the year 2099',
  latitudeMissing: 'the latitude is missing or not a number',
  longitudeMissing: 'the longitude is missing or not a number',
  latitudeOutside: 'the latitude is outside -90 to 90',
  longitudeOutside: 'the longitude is outside -180 to 180',
  positionZero: 'the position is (0, 0), which means no position',
  latitudeHemisphere: 'the hemisphere of the latitude is unclear. Write N or S, or a sign',
  longitudeHemisphere: 'the hemisphere of the longitude is unclear. Write E or W, or a sign',
  columnHemisphere:
    'the column “{column}” holds N, S, E or W, and its name does not say of what. Name it “lat dir” or “lon dir” where it is a hemisphere, else “direction”',
  positionNotValid: 'the position is marked as not valid',
  trackTooLong: 'the track has more than {most} positions. Split it',
  featureTooLong: 'the feature is longer than 8 MiB. Split it',
  featureWithoutPlace: 'the feature has no position',
  latitudeRoadless: 'no road is at this latitude; latitude and longitude are probably swapped',
  coordinatesOther:
    'the coordinates are not in degrees but in the system {system}. Export the file in WGS 84 (EPSG:4326)',
  featureUnknown: 'this is not a feature with points or a line',
  areaWithoutTimes: 'the area has no times, so it is no drive. Import areas as geofences',
  jsonMalformed: 'the JSON is not well-formed',
  fileBreaksOff: 'the file breaks off here',
  xmlBreaksOff: 'the file breaks off here: its XML is damaged',
  xmlAmpersand: 'the file breaks off here: an ampersand in a text must be written as &amp;',
  xmlTooDeep: 'the file breaks off here: more than {most} elements are nested',
  xmlManyAttributes: 'the file breaks off here: an element has more than {most} attributes',
  xmlTextTooLong: 'the file breaks off here: an element has a text longer than 8 MiB',
  xmlPartTooLong: 'the file breaks off here: a name, an attribute or a comment is longer than 64 KiB',
  xmlMiscoded: 'the file breaks off here: the text does not match its encoding',
  vehicleUnnamed: 'the vehicle has no name',
  vehicleSpoilt:
    'a spreadsheet has turned the vehicle “{name}” into a number, which may be that of several. Format the column as text in the source, and export it again',
  vehicleIsDate:
    'the vehicle “{name}” is a date or a time. Name the column otherwise, or write the registration there',
  vehicleAlike:
    'the vehicle “{name}” may be one of several that differ in blanks and dashes. Write it as the portal does',
  columnCounts: 'the column “{column}” counts the rows, and names no vehicle',
  vehicleNameTooLong: "the vehicle's name is longer than {most} characters",
  vehicleNameDamaged: "the vehicle's name holds a control character or a damaged one",
  vehicleWithheld: 'the vehicle belongs to a group that you do not see',
  vehiclesTooMany: 'the file has more than {most} new vehicles',
  fleetFull: 'the company has {most} vehicles already, which is the most',
  dayFull: 'the vehicle has {most} positions of this day already, which is the most',
  vehicleNotStored: '{vehicle}: {reason}',
  columnUnit: 'the column “{column}”: its unit cannot be converted to ours ({unit})',
  valuesUnread:
    'the column “{column}”: values that cannot be read and stay empty: {times}, the first is “{value}”',
  linesAboveHeader: 'lines above the header: {times}',
  linesBelowHeader: 'lines below the header that describe the columns: {times}',
  leftOutMore: 'more parts of the file that are left out: {times}',
  columnsMissing:
    'no column for {missing}. Found: {found}. Expected a header line with at least time, latitude and longitude, for example: vehicle,time,lat,lon,speed',
  timeOfDayMissing:
    'the column “{column}” has days without a time of day. Write both in one column, or name the column of the time of day “time”',
  columnsTooMany:
    'the file has {found} columns, and at most {most} are read. Remove columns that are not needed',
  rowsMissing: 'there is nothing below the header line',
  fileEmpty: 'the file is empty',
  fileNotText: 'the file is not text but {format}. Save it as CSV, GPX, KML or GeoJSON and import that',
  fileBinary: 'this is a binary file, not text. Expected CSV, GPX, KML or GeoJSON',
  fileUtf32: 'the encoding UTF-32 is not supported. Save the file as UTF-8',
  encodingUnknown: 'the encoding “{encoding}” is not known. Save the file as UTF-8',
  fileIsFolder: 'this is a folder. Name the files in it, for example {example}',
  fileNotRegular: 'this is not a file',
  fileMissing: 'no such file',
  fileForbidden: 'permission denied',
  fileFailed: '{reason}',
  xmlOther: 'this is XML but neither GPX nor KML: the root is <{root}>',
  xmlUnreadable: 'this is not {format}',
  xmlBroken: 'this is not {format}, or its XML is damaged',
  gpxEmpty: 'the file contains no track. Waypoints and routes are plans; export what was driven, as a track',
  kmlEmpty: 'the file contains no track. Export what was driven as a track with times (gx:Track)',
  geojsonUnreadable: 'this is not GeoJSON',
  geojsonEmpty: 'the file contains no points and no lines with times, or they are empty',
} as const
export type ImportProblemCode = keyof typeof IMPORT_PROBLEMS

/** A problem by its code; a reason among the parameters is the words of the system or of the database, in English. */
export type ImportProblem = { readonly code: ImportProblemCode; readonly params?: ErrorParams }

/** A problem in English, as commands print it and devices are told. */
export const englishProblemText = ({ code, params = {} }: ImportProblem): string =>
  fillMessage(IMPORT_PROBLEMS[code], params)

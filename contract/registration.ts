/** A registration, or a part of one, as it is searched for: case, blanks and dashes do not count (MAP-06). */
export const searchKey = (registration: string): string => registration.toUpperCase().replace(/[\s-]/g, '')

/** Why a message was not taken: the server refused it, did not answer in time, or could not be reached or do its work now. */
export type FailureReason = 'refused' | 'timeout' | 'unavailable'

/** A message that was not taken, without a text of the server or the message. `status` is the reply code of SMTP or HTTP. */
export class SendFailure extends Error {
  readonly reason: FailureReason
  readonly status: number | null

  constructor(reason: FailureReason, status: number | null = null) {
    super(`${reason}${status === null ? '' : ` ${status}`}`)
    this.name = 'SendFailure'
    this.reason = reason
    this.status = status
  }

  /** Whether trying again is of no use. */
  get isPermanent(): boolean {
    return this.reason === 'refused'
  }
}

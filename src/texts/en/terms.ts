import { documentTexts } from '../texts.ts'
import { type LegalParties, supportContact } from './legal.ts'

const TERMS = documentTexts('legal.terms', {
  lead: 'These terms apply between the operator of this installation of {product} ("we") and everyone who uses it ("you"). By using the portal you accept them.',
  sections: [
    {
      heading: 'The service',
      paragraphs: [
        '{product} shows where vehicles are and where they have been, together with readings from these vehicles and figures derived from them. It is meant for the management of commercial fleets.',
        'We may improve, change or withdraw parts of the service. If a change removes something that you rely on, we announce it in the portal in good time.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'You use the portal with an account of your own and keep its password secret. You are responsible for what is done with your account until you inform us that someone else has gained access to it.',
        'Accounts that are used against these terms can be closed.',
      ],
    },
    {
      heading: 'Acceptable use',
      paragraphs: [
        'You may not try to access data of other companies, disrupt the service, circumvent its protection, or use it to track people without a right to do so. You may not copy the software or pass your access on.',
        'Do not operate the portal while driving.',
      ],
    },
    {
      heading: 'Your data',
      paragraphs: [
        'The data of your vehicles and users remain yours. You grant us the right to store and process them as far as the service and the privacy policy require. You ensure that you are entitled to record them and that drivers have been informed.',
      ],
    },
    {
      heading: 'Accuracy and availability',
      paragraphs: [
        'Positions and readings depend on trackers, satellites and mobile networks and may be late, missing or inexact. Maps and roads are indicative. Decisions about safety must not rest on them alone.',
        'We strive for a service without interruptions but do not warrant it. Maintenance is announced by a notice in the portal where possible.',
      ],
    },
    {
      heading: 'Fees',
      paragraphs: [
        'Fees, where there are any, follow from the agreement with your company. Payments are made through the payment service that the portal leads to, under that service’s own terms.',
      ],
    },
    {
      heading: 'Breach and termination',
      paragraphs: [
        'If you breach these terms, we give you notice of the breach. If the breach is not remedied within 5 days of that notice, we may suspend or end your access.',
        'Where a breach endangers other users or the service, access may be suspended at once and the notice given afterwards.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        'We are liable as the law lays down for damage caused by intent or gross negligence. In other cases our liability is limited to foreseeable damage that is typical of such a service, as far as the law permits; it does not cover lost profit.',
      ],
    },
    {
      heading: 'Governing law and courts',
      paragraphs: [
        'These terms are governed by Indian law. The courts of Chennai have exclusive jurisdiction over all disputes that arise from them or from the use of the portal.',
      ],
    },
    {
      heading: 'Changes and contact',
      paragraphs: [
        'We may change these terms; the version shown here applies. If you do not agree with a change, you may stop using the portal. Questions about the terms are answered {contact}.',
      ],
    },
  ],
})

/** The terms, with the notice period of FTR-06 and the law and courts of FTR-07. */
export const termsAndConditions = (parties: LegalParties) =>
  TERMS({ product: parties.product, contact: supportContact(parties) })

import { documentTexts } from '../texts.ts'
import { type LegalParties, supportContact } from './legal.ts'

const PRIVACY = documentTexts('legal.privacy', {
  lead: 'This policy says which information {product} handles when you use the portal, what it is used for, and what you can request from us. "We" means the operator of this installation of {product}; "you" means everyone who uses it.',
  sections: [
    {
      heading: 'Usage and log information',
      paragraphs: [
        'When you use the portal, our servers record which functions were called, at what time, from which network address and with which kind of browser, together with errors that occurred. We use these records to keep the service running, to find faults and to detect misuse.',
        'Passwords, access tokens and one-time codes are not written into these records.',
      ],
    },
    {
      heading: 'Cookies and tracking',
      paragraphs: [
        'The portal stores what it needs to work in your browser: your login, your theme and interface, and which messages you have acknowledged. You can delete this at any time through your browser; you are then logged out.',
        'We use no cookies or similar means to follow you on other sites, and we show no advertising.',
      ],
    },
    {
      heading: 'Third-party links',
      paragraphs: [
        'The portal may lead you to services of others, for example a map or a payment page. What happens there is governed by the terms and policies of those services, for which we are not responsible. Please read them before you enter anything.',
      ],
    },
    {
      heading: 'Sign-up and account information',
      paragraphs: [
        'Accounts are set up by your company or by us. An account holds a user name, a password in a form that cannot be reversed, a name, a role, the company it belongs to and, where given, an e-mail address and a mobile number.',
        'You are responsible for keeping your password to yourself and for telling us without delay if you believe that someone else is using your account.',
      ],
    },
    {
      heading: 'Personal information',
      paragraphs: [
        'Personal information is information that can be related to a person: the account information above, the names and contact details of drivers, and the position, speed and driving behaviour of vehicles as far as they can be related to their driver.',
        'Companies that use the portal decide which vehicles and drivers are recorded in it. They inform their drivers about the recording and obtain consent where the law requires it.',
      ],
    },
    {
      heading: 'Non-personal information',
      paragraphs: [
        'Technical readings of vehicles, such as mileage, fuel, fluid levels and fault codes, and figures aggregated over many vehicles do not relate to a person by themselves. Where they are combined with a name, they are treated as personal information.',
      ],
    },
    {
      heading: 'Use of personal information',
      paragraphs: [
        'Personal information is used to show vehicles and trips to those entitled to see them, to send requested alerts and reports, to answer support requests, to keep the service secure and to meet legal obligations.',
        'It is not sold. It is passed to others only where you or your company request it, where a service provider works on our behalf under the same duties, or where the law obliges us to.',
      ],
    },
    {
      heading: 'Text messaging and disclosure',
      paragraphs: [
        'If a mobile number or an e-mail address is stored for you, the portal may send messages to it: one-time codes, links to set a new password and the alerts that you have chosen. Your network operator may charge for receiving them.',
        'Alerts can be switched off in the settings. Numbers and addresses are disclosed to the companies that carry the messages, and for that purpose only.',
      ],
    },
    {
      heading: 'Data retention',
      paragraphs: [
        'Position and driving data are kept for as long as your company uses the portal or as agreed with it. Account information is kept while the account exists. Afterwards both are deleted or anonymised, unless the law requires that they be kept longer.',
      ],
    },
    {
      heading: 'Security',
      paragraphs: [
        'Connections to the portal are encrypted where it is reached over a public network. Access is granted by role, and each company sees only its own data. Passwords are stored as salted hashes.',
        'No system is free of risk. If personal information is disclosed despite these measures, we inform those affected as our terms and the law require.',
      ],
    },
    {
      heading: 'Intellectual property',
      paragraphs: [
        'The software, the design and the name of {product} belong to their owners. The data that your vehicles and users produce remain those of your company; we use them only as this policy describes.',
      ],
    },
    {
      heading: 'Changes to the policy',
      paragraphs: [
        'This policy may be changed when the portal or the law changes. The version shown here is the one that applies. Important changes are announced by a message in the portal before they take effect.',
      ],
    },
    {
      heading: 'Grievance contact',
      paragraphs: [
        'If you wish to know which personal information we hold about you, to have it corrected or deleted, or to complain about how it is handled, write to the grievance officer of {product}. The officer is reached {contact} and answers within the time set by law.',
      ],
    },
  ],
})

/** The privacy policy, with its 13 sections in the order of FTR-05. */
export const privacyPolicy = (parties: LegalParties) =>
  PRIVACY({ product: parties.product, contact: supportContact(parties) })

/** What to write into traccar.xml, so that a Traccar server forwards its positions to `address` with a gateway key. */
export const forwarderText = (address: string, key: string): string =>
  [
    `<entry key='forward.enable'>true</entry>`,
    `<entry key='forward.type'>json</entry>`,
    `<entry key='forward.url'>${address}</entry>`,
    `<entry key='forward.header'>Authorization: Bearer ${key}</entry>`,
  ].join('\n')

/** How full the AdBlue tank is, by the short name that the specification gives it (CST-08); in full for who points at it. */
export const Adl = () => <abbr title="AdBlue level">ADL</abbr>

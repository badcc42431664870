throw new TypeError('It is broken.')

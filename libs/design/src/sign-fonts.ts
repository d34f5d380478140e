/** Signs that the font packages lack: thirds, an arrow, a tick. A test fails when a text needs another one. */
export const signRange = 'U+2153-2154,U+2192,U+2713';

/**
 * These signs of Inter 4.1 (Copyright (c) 2016-2018 The Inter Project Authors, SIL Open Font License 1.1), as WOFF2 by weight:
 * `pyftsubset Inter-Regular.woff2 --unicodes=U+2153,U+2154,U+2192,U+2713 --layout-features='' --no-hinting --flavor=woff2`.
 */
export const signFonts = {
  400: [
    'd09GMgABAAAAAAOQAA0AAAAABgQAAANAAAQAQgAAAAAAAAAAAAAAAAAAAAAAAAAAGhYbIBwqBmAARAqDVIMYATYCJAMkCxQABCAF',
    'gngHIBvRBCA+BPCGC3qfwkqodh96xT7OVBxptFccRFnqj7HHzsQD/f6ezn1Y2GrWdEcAIbHu//tx9f5SaaOgg7T29Duny3CpDE0o',
    '0QTA2W7YZg37OdH/sdFAy359AKPQ+kGjLILc3b6t4ogijwPLEss5jjSd3Ha+/cBw8FrzgALJDS7llMPIi3Dg/XPgqhIEb2cTC6GI',
    'UlSCJmqmCUlrZpCiRP7DXUzcDLQl1iZNNJExphVHCUQZZuvX+Vj4r2PRq4QPgO/cPGqMoENyU+rpQwJyAYJUJAgCciiljNAp0msQ',
    'kgQyAAtaRTVRO8as5UVzcI2nQZKWRQFP2hD3cILSosecI98mjRFJgHUdYMDoPdBVZVRaMOv9hqx3xQ8CJGPwL6CcXIgQo5BYoKcn',
    '6iGbbCLKz/gHpHEG5afZ9fZXL38IoOzOK4AsmANcAuqhECAEkCHQFyXZSqoKZ+FK6rJOlhxpjkFoKDVMvf+gww6PXbj+RKdlf59j',
    'Y+jGn72gHl/RyRKGgWvDW848pU4IEdaAZfHEZLc6efekZJG0ov70ntgrF48dOnnl4GX7LP5FO/4BuVRV6+RZZkqva0ivvFW6HIM0',
    'dXsY6zb4p6+5g1BZcTgm4rL9ppcOGTt9UY4u6+xVX3rC0FM/VLZei762Oo26hnoPWjOoaSdPo1qb9NWh4gYnXOPZ9aY3vqBty0nW',
    'Ll2jP4dz8oB4n4mXo7698MXN77+eO/YdZVaLaCSXtqPmBtfntKtXKjuTz4saqxbXn8hZVm/2ZxdUFRGdQypEvQFklcRvoKp4InHe',
    'HZJjQBbo+S9htaT0YmL4jwRIdJiPvpxFZqsvkmzgZ7Kv6anuv5f1JdJBLAKBT+MVXhrAm2wCJpo9bYe6oe1/lISe8ctqym1S/km3',
    'nGW1nBLIWhC+CJDdJhTTEQUwtdbKagSskGRHP1DiQQ798kgeGx7rJYknSriDp5p4omWROPZzdVRQ1FKWkpBUxdNAPfU1Uc4gSTE8',
    '3eVVxZTx9FNWkBazqoqnvZqqpIKyinnqI2ISarKWlZnUUU899bU0VUqVWnMNNFDfBDExa4xaGmBUv1HOy5rUqYoMeKEJYR4qUgry',
    'eA/XfSzEAtv/tgMA',
  ].join(''),
  600: [
    'd09GMgABAAAAAANYAA0AAAAABgQAAAMGAAQAQgAAAAAAAAAAAAAAAAAAAAAAAAAAGhYbIBwqBmAARAqDWIMZATYCJAMkCxQABCAF',
    'gnQHIBvOBCAeg23LOaJOU3GIw5jL1Of7EVT7ffbs23cIDog86GMF5I5VyqNKhEuEZCFJx5FjoWPvG1hXVaaH6aVvRQ+ZA8WXf0L8',
    'D5xTN2uhtehIJ9hYNvCJrQ2jwNr6ARTJ8gPYobwtTJF4vjoTupFAAyCUkhACdbqEIBvVjQpIZagACDEiliCZy421f0/4gaDhXOYm',
    'DUSUi/kGXlhO+uJNWvVpqguQZODhHADs7jXJcTpMHuMpOX3vAdUf4gsC8onoLvo4IaFAB07EdKE5UKNGon8/bG6M53/693rdz70v',
    'Bzz+iiCk1mltoAp34BWYAx0AIqEKJC6VpYFT3mKnYfzgYWIqogqi5kmne4/ImId06m3UPXrET3uAh1/vKxRwdv7s4UMVv+QBP42x',
    'KPHaTdi5H0Qf/UhbgQdu9xCV+t4j9fn71C3cnz+oeviwXaUeYFazQcrBs0tFdz+PP6G7yFk9uUR2ZOau9SNgfBLkX5HWkJBamZGU',
    'sib5QJ/1Y4dPXjXJERWqtI9i9vpWWrYU02rap6WpjYKyM1m1QUmZFRnxSRUF5arpqvSyvKQYc2JiQ5TbAUG53DE5p23c/OmGyjZ9',
    'OaUGqrU2d9k/EWXv0+bNe/16yeZJNdldR7rnbHy0Mbvda0hN1oYJ1968mT/v+HHcHLN1u1X3+9v2V/nzNgCjBKSXiEGSEVAtZwpG',
    'cVd4Ed18jyrYqnyvelzetT3Prl4jeiaQrc0H7Rpsdi38X8NJAf+M89Nj6pCf9//qO7ZK36GQQPBr9M4HAPytXxx0x9qylNSSdf96',
    'pxgt6Zvtwpu8uoOW6ve2q9cSVLe4hUCtp6gLEgEkHo2qdoATWQa2YUuFLq1U0uSGKmwaGs4YVVpx+TdX6fIP63rpbYi+uuiks/5C',
    'pUuVJlsohc6YUHV66o/pK1SrvnrpirHrL1SZAfrrrJe++sHfVo7poYtyvXTn0I7pZIDurPrKlCxVqjQFOumivyR50qVLY8MwDhkK',
    'tJNrIldQnj8JUIlPKEIXvfQUutwXtTgSuj9gBwAAAA==',
  ].join(''),
} as const;

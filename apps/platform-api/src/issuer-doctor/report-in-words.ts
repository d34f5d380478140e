import { type DoctorReport } from './doctor-report';

/** The report as lines for a terminal. The last one is the verdict. */
export function reportInWords(report: DoctorReport): string {
  return [
    ...tokenLines(report),
    ...report.claims.map(
      ({ name, places, foundAt, value }) =>
        `  ${name}: ${foundAt === undefined ? `missing (${places.join(', ') || 'not read'})` : `${value ?? ''} (${foundAt})`}`,
    ),
    ...callerLines(report),
    ...report.defects.map(
      ({ reason, problem = reason, expected, got }) =>
        `defect: ${problem}${expected === undefined ? '' : ` (expected ${expected}; got ${got ?? 'nothing'})`}`,
    ),
    ...report.hints.flatMap(({ topic, steps }) => [
      `hint: ${topic}`,
      ...Object.entries(steps).map(([issuer, step]) => `  ${issuer}: ${step}`),
    ]),
    report.verdict,
  ].join('\n');
}

function tokenLines({ header, issuer, times }: DoctorReport): readonly string[] {
  return [
    ...(header
      ? [`header: alg ${header.alg}, kid ${printable(header.kid)}, typ ${printable(header.typ)}`]
      : []),
    ...(issuer
      ? [`issuer: ${issuer.iss}, audience ${issuer.audience}, issues ${issuer.issues.join(', ')}`]
      : []),
    ...(times
      ? [
          `times: ${Object.entries(times)
            .map(([name, time]) => `${name} ${time ?? 'missing'}`)
            .join(', ')}`,
        ]
      : []),
  ];
}

function callerLines({ caller }: DoctorReport): readonly string[] {
  if (caller === undefined) return [];
  const { kind, permissions, dropped, secondFactorAgeSeconds: age, window } = caller;
  return [
    `permissions: ${permissions.join(', ') || 'none'}`,
    ...(dropped.length === 0 ? [] : [`dropped: ${dropped.map(printable).join(', ')}`]),
    ...(kind === 'machine'
      ? []
      : [`second factor: ${age === undefined ? 'none' : `${age} s ago`}; window: ${window ?? 'none'}`]),
  ];
}

/** Values of a token can contain control characters of terminals. */
function printable(value: unknown): string {
  return (typeof value === 'string' ? value : String(value)).slice(0, 200).replaceAll(/[^\x20-\x7e]/g, '?');
}

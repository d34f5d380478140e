import { type Certificate, type CertificateHolder } from '@governance/assessments';
import {
  circlePath,
  customProperties,
  emblemSvg,
  inlinedFontFaces,
  productName,
  tierMarkSvg,
  tierStyles,
} from '@governance/design';
import { compile } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CertificateView, certificateView } from './certificate-view';
import { frameWaves, guilloche } from './ornaments';
import { type Sheet, sheets } from './printed-content';

interface TemplateInput extends CertificateView {
  /** Never depends on input: printed without escaping. */
  readonly emblem: string;
  readonly productName: string;
  readonly tierMark: string;
  readonly tierInk: string;
}

/** Only `content` depends on input, and it is already escaped; the template escapes nothing. */
interface ShellInput {
  readonly fonts: string;
  readonly tokens: string;
  /** The first one applies to a new shell. */
  readonly styles: readonly { readonly sheet: Sheet; readonly rules: string }[];
  readonly watermark: string;
  readonly ornaments: typeof ornaments;
  readonly content: string;
}

const ornaments = {
  frame: frameWaves(281, 194, 5),
  medallion: guilloche({ inner: 18, outer: 25.6, lobes: 32, turns: 5 }),
  halo: guilloche({ inner: 16, outer: 20, lobes: 24, turns: 3 }),
  disc: circlePath(1550),
  rings: [3140, 2620, 1550].map(circlePath).join(''),
};

const styleFiles: Readonly<Record<Sheet, readonly string[]>> = {
  certificate: ['certificate.css', 'certificate-outcome.css'],
  'evidence-report': ['report.css', 'evidence-report.css'],
  'review-pack': ['report.css', 'review-pack.css'],
};

let loaded: ReturnType<typeof load> | undefined;

/** The content of one certificate, as markup for the `main` of a shell. */
export function certificateContent(certificate: Certificate & CertificateHolder): string {
  loaded ??= load();
  const { tier } = certificate.outcome;
  return loaded.content({
    ...certificateView(certificate),
    emblem: loaded.emblem,
    productName,
    tierMark: tierMarkSvg(tier, 14),
    tierInk: tierStyles[tier].light.ink,
  });
}

/**
 * The document around the content: everything that is the same on all certificates, and the style sheet of reports. It needs no file, network or script.
 * Without content it is a shell for later contents, and has the fonts for all of them.
 */
export function certificateShell(content?: string): string {
  loaded ??= load();
  const { shell, tokens, styles, watermark } = loaded;
  const fonts = inlinedFontFaces(content);
  return shell({ fonts, tokens, styles, watermark, ornaments, content: content ?? '' });
}

// The inferred type avoids a second list of the loaded parts.
function load() {
  const read = (name: string): string => readFileSync(join(__dirname, 'templates', name), 'utf8');
  return {
    content: compile<TemplateInput>(read('certificate.hbs'), { strict: true }),
    shell: compile<ShellInput>(read('shell.hbs'), { strict: true }),
    tokens: customProperties({ themes: 'light' }),
    styles: sheets.map((sheet) => ({ sheet, rules: styleFiles[sheet].map(read).join('\n') })),
    emblem: emblemSvg({ size: '13mm' }),
    watermark: emblemSvg({ size: '128mm' }),
  };
}

// Draws a chart of Vega-Lite as SVG: `draw.mjs SPECIFICATION.json PICTURE.svg`.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';

const [specification, picture] = process.argv.slice(2);
const { spec } = compile(JSON.parse(readFileSync(specification, 'utf8')));
writeFileSync(picture, `${await new View(parse(spec), { renderer: 'none' }).toSVG()}\n`);

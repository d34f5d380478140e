// `npm run -s release -- texts`: every text that people see, to read from start to end before a release.
import { fileURLToPath } from 'node:url';
import { shownTexts } from './shown-texts.mjs';

for (const { place, files } of shownTexts(fileURLToPath(new URL('../..', import.meta.url)))) {
  console.log(`\n# ${place}`);
  for (const { path, texts } of files)
    if (texts.length > 0) console.log(`\n## ${path}\n\n${texts.join('\n')}`);
}

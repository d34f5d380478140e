import { plantedHidden } from '../spec/planted-hidden';
import { plantedLanguage } from '../spec/planted-language';
import { plantedPlaces, plantedProjects } from '../spec/planted-places';
import { plantedTimes } from '../spec/planted-times';
import { PlantedWorkspace } from '../spec/planted-workspace';

const plantedRules = [...plantedLanguage, ...plantedPlaces, ...plantedHidden, ...plantedTimes];

describe('the house rules', () => {
  let workspace: PlantedWorkspace;
  let findings: ReadonlyMap<string, readonly string[]>;
  beforeAll(() => {
    const files = Object.fromEntries(plantedRules.map(({ path, code }) => [path, `${code}\n`]));
    workspace = new PlantedWorkspace(plantedProjects, files);
    findings = workspace.lintAll();
  });
  afterAll(() => {
    workspace.remove();
  });

  it.each(plantedRules.filter(({ breaks }) => breaks.length > 0))(
    'refuse $what § V1.3.2',
    ({ path, breaks }) => {
      expect(findings.get(path)).toEqual(breaks.map((rule): unknown => expect.stringContaining(rule)));
    },
  );

  it.each(plantedRules.filter(({ breaks }) => breaks.length === 0))('allow $what', ({ path }) => {
    expect(findings.get(path)).toEqual([]);
  });
});

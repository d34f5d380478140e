import v1_0_0 from './published/1.0.0.json';
import v1_1_0 from './published/1.1.0.json';
import { RubricCatalogue } from './rubric-catalogue';

/**
 * The published versions with their pinned hashes, oldest first. Append only: every change to the rubric is a new version with
 * its own file, hash and golden cases. 1.1.0 differs from 1.0.0 in texts only: equal answers have equal scores.
 */
export const publishedRubrics = new RubricCatalogue([
  {
    version: '1.0.0',
    sha256: '85e6aaf50953b263b40e39a8006c1ba0799a08c8faf413468b0abc204f5e1b2e',
    content: v1_0_0,
  },
  {
    version: '1.1.0',
    sha256: 'e00830f672e48e599e9b18bc5a7f4ba92c94ee3215b2b04d487d0439805bebba',
    content: v1_1_0,
  },
]);

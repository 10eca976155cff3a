import { fileFailure, quote } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { readWhole } from '../../sources/whole-file.ts';
import { rootElement } from '../../sources/xml-reader.ts';
import { openZip, unpack } from '../../sources/zip-archive.ts';
import { membersInHead } from '../../sources/zip-head.ts';
import { readH41 } from './fed-h41-sdmx.ts';

/** In 2026 the archive has 9 MB, and the XML in it 126 MB. */
const LARGEST_FILE = 64 << 20;
const LARGEST_DATA = 1 << 30;
/** `H41_data.xml`, `H41_struct.xml`, `H41_H41.xsd`, `frb_common.xsd`; the archives of other releases have similar names. */
const MEMBER = /^([A-Z0-9]+_(data|struct)\.xml|[A-Z0-9]+_[A-Z0-9_]+\.xsd|frb_common\.xsd)$/;
const DATA = /^[A-Z0-9]+_data\.xml$/;
const NAMESPACE = 'www.federalreserve.gov/structure/compact/';

/** The Federal Reserve's own archive of the H.4.1, `FRB_h41_xml.zip`: SDMX-ML, which is unpacked and read piece by piece. */
export const FED_H41_ZIP: FileFormat = {
  id: 'fed-h41-xml-zip',
  title: 'Federal Reserve H.4.1 (FRB_h41_xml.zip)',
  isMarkedUp: true,
  recognise: ({ bytes }) => membersInHead(bytes).some(({ name }) => MEMBER.test(name)),
  open: openArchive,
};

/** The data file of `FRB_h41_xml.zip`, unpacked. */
export const FED_H41_XML: FileFormat = {
  id: 'fed-h41-xml',
  title: 'Federal Reserve H.4.1 (H41_data.xml)',
  isMarkedUp: true,
  recognise: ({ text }) => /(^|:)MessageGroup$/.test(rootElement(text) ?? '') && text.includes(NAMESPACE),
  open: ({ file, target }) => readH41({ file }, target),
};

function openArchive({ file, target }: ReadContext): FileReader {
  return readWhole(file, LARGEST_FILE, function* (bytes) {
    const members = openZip(file, bytes);
    const data = members.filter(({ name }) => DATA.test(name));
    const [member] = data;
    if (!member || data.length > 1) {
      const names = members.map(({ name }) => quote(name)).join(', ');
      throw fileFailure(
        file,
        `holds ${data.length} files of data where one, H41_data.xml, is right; in it are ${names.slice(0, 300)}.`,
      );
    }
    const reader = readH41({ file, part: member.name }, target);
    for (const piece of unpack(file, member, LARGEST_DATA)) {
      reader.push(piece);
      yield undefined;
    }
    reader.end();
  });
}

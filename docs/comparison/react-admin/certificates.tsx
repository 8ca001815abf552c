import { useState } from 'react';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import {
  AutocompleteInput,
  BulkDeleteButton,
  Create,
  DataTable,
  DateField,
  DateInput,
  Edit,
  FileField,
  FileInput,
  Form,
  FunctionField,
  List,
  maxLength,
  ReferenceField,
  ReferenceInput,
  required,
  type ResourceProps,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  useListContext,
  useNotify,
  useTranslate,
  useUpdateMany,
} from 'react-admin';

const levels = [
  { id: 'JUNIOR', name: 'resources.certificate.levels.JUNIOR' },
  { id: 'SENIOR', name: 'resources.certificate.levels.SENIOR' },
];

const filters = [
  <TextInput key="q" source="q" alwaysOn />,
  <TextInput key="issuer" source="issuer" />,
  <SelectInput key="level" source="level" choices={levels} />,
  <ReferenceInput key="freelancerId" source="freelancerId" reference="freelancer" />,
];

const Extend = () => {
  const [isOpen, setOpen] = useState(false);
  const { selectedIds, onUnselectItems } = useListContext();
  const [updateMany] = useUpdateMany();
  const notify = useNotify();
  const translate = useTranslate();
  const extend = ({ expiresOn }: { expiresOn?: string }) =>
    updateMany(
      'certificate',
      { ids: selectedIds, data: { expiresOn } },
      {
        mutationMode: 'undoable',
        onSuccess: () => {
          notify('resources.certificate.extended', { undoable: true });
          onUnselectItems();
        },
        onError: error => notify((error as Error).message, { type: 'error' }),
      },
    );
  return (
    <>
      <Button onClick={() => setOpen(true)}>{translate('resources.certificate.extend')}</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)}>
        <Form onSubmit={(values: { expiresOn?: string }) => (setOpen(false), extend(values))}>
          <DialogTitle>{translate('resources.certificate.extend')}</DialogTitle>
          <DialogContent>
            <DateInput source="expiresOn" validate={required()} />
          </DialogContent>
          <DialogActions>
            <SaveButton />
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
};

const CertificateList = () => (
  <List filters={filters}>
    <DataTable bulkActionButtons={<><Extend /><BulkDeleteButton /></>}>
      <DataTable.Col source="name" />
      <DataTable.Col source="freelancerId">
        <ReferenceField source="freelancerId" reference="freelancer" />
      </DataTable.Col>
      <DataTable.Col source="issuer" />
      <DataTable.Col source="expiresOn" field={DateField} />
      <DataTable.Col source="yearsLeft" disableSort>
        <FunctionField render={record => record.expiresOn && Number(record.expiresOn.slice(0, 4)) - new Date().getFullYear()} />
      </DataTable.Col>
      <DataTable.Col source="level" />
    </DataTable>
  </List>
);

const CertificateForm = () => (
  <SimpleForm>
    <TextInput source="name" validate={[required(), maxLength(80)]} />
    <ReferenceInput source="freelancerId" reference="freelancer">
      <AutocompleteInput validate={required()} />
    </ReferenceInput>
    <TextInput source="issuer" validate={maxLength(200)} />
    <DateInput source="expiresOn" />
    <SelectInput source="level" choices={levels} />
    <FileInput source="paper" accept={{ 'application/pdf': ['.pdf'] }}>
      <FileField source="src" title="title" />
    </FileInput>
  </SimpleForm>
);

export const certificate: ResourceProps = {
  name: 'certificate',
  list: CertificateList,
  edit: () => (
    <Edit>
      <CertificateForm />
    </Edit>
  ),
  create: () => (
    <Create>
      <CertificateForm />
    </Create>
  ),
  recordRepresentation: 'name',
};

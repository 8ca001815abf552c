-- +goose Up
-- Fields of a country hold the codes of ISO 3166-1 and no others. Codes that were withdrawn or only reserved become that of the country
-- of today; those of no single one stay until somebody chooses. The country is the last member of an address.
CREATE TEMPORARY TABLE retired_countries (was {{text}} NOT NULL, code {{text}} NOT NULL);
INSERT INTO retired_countries (was, code) VALUES
	('AC', 'SH'), ('BU', 'MM'), ('CP', 'FR'), ('CQ', 'GG'), ('CT', 'KI'), ('DD', 'DE'), ('DG', 'IO'), ('DY', 'BJ'),
	('EA', 'ES'), ('FQ', 'TF'), ('FX', 'FR'), ('HV', 'BF'), ('IC', 'ES'), ('JT', 'UM'), ('MI', 'UM'), ('NH', 'VU'), ('NQ', 'AQ'),
	('PU', 'UM'), ('PZ', 'PA'), ('RH', 'ZW'), ('SU', 'RU'), ('TA', 'SH'), ('TP', 'TL'), ('UK', 'GB'), ('VD', 'VN'), ('WK', 'UM'), ('YD', 'YE'), ('YU', 'RS'), ('ZR', 'CD');
UPDATE projects
   SET site_country = (SELECT code FROM retired_countries WHERE was = projects.site_country)
 WHERE site_country IN (SELECT was FROM retired_countries);
UPDATE legal_entities
   SET country = (SELECT code FROM retired_countries WHERE was = legal_entities.country)
 WHERE country IN (SELECT was FROM retired_countries);
UPDATE freelancers
   SET home_address = substr(home_address, 1, length(home_address) - 4)
       || (SELECT code FROM retired_countries WHERE was = substr(freelancers.home_address, length(freelancers.home_address) - 3, 2)) || '"}'
 WHERE home_address LIKE '%"country":"__"}'
   AND substr(home_address, length(home_address) - 3, 2) IN (SELECT was FROM retired_countries);
UPDATE legal_entities
   SET address = substr(address, 1, length(address) - 4)
       || (SELECT code FROM retired_countries WHERE was = substr(legal_entities.address, length(legal_entities.address) - 3, 2)) || '"}'
 WHERE address LIKE '%"country":"__"}'
   AND substr(address, length(address) - 3, 2) IN (SELECT was FROM retired_countries);
UPDATE msps
   SET address = substr(address, 1, length(address) - 4)
       || (SELECT code FROM retired_countries WHERE was = substr(msps.address, length(msps.address) - 3, 2)) || '"}'
 WHERE address LIKE '%"country":"__"}'
   AND substr(address, length(address) - 3, 2) IN (SELECT was FROM retired_countries);
DROP TABLE retired_countries;

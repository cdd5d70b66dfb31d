<?php
$conf['site'] = 'https://HOST/PATH/';
